//! The 64-bit FNV-1a hash: <http://www.isthe.com/chongo/tech/comp/fnv/>.

/// The FNV-1a hash of no bytes.
pub const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;

/// Continues an FNV-1a hash with more bytes. The first call continues [`FNV_START`].
pub fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_others() {
        assert_eq!(fnv1a(FNV_START, b"foobar"), 0x8594_4171_F739_67E8);
    }
}
