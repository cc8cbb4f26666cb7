//! The 64-bit FNV-1a hash: <http://www.isthe.com/chongo/tech/comp/fnv/>.

/// The hash of no bytes.
pub const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;

/// Continues a hash.
pub fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
