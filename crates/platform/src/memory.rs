//! What the standard library does not offer for large tables. Huge pages and prefetching make random
//! access faster: with 4 KiB pages, address translation costs as much as the access itself.

/// Advises the system to back this memory with huge pages. Call it before the first write to the
/// memory. The system may ignore it.
#[cfg_attr(target_os = "linux", expect(unsafe_code, reason = "madvise is a foreign function"))]
pub fn advise_huge_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        // No supported processor has larger base pages. madvise requires a start aligned to one.
        const PAGE: usize = 1 << 16;
        let bytes = memory.as_ptr_range();
        let (start, end) = (bytes.start.cast::<u8>(), bytes.end.cast::<u8>());
        let aligned = start.wrapping_add(start.align_offset(PAGE));
        if let Some(length) = end.addr().checked_sub(aligned.addr()) {
            // SAFETY: the range lies within the borrowed memory, and MADV_HUGEPAGE does not change
            // its contents.
            unsafe { libc::madvise(aligned.cast_mut().cast(), length, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Returns the index of a key in a table: the key's share of 2^64, of the length.
#[inline]
pub fn table_index(key: u64, length: usize) -> usize {
    let length = length as u64;
    if cfg!(target_pointer_width = "32") {
        // A multiplication to 128 bits is a function call in WebAssembly.
        let low = ((key & u64::from(u32::MAX)) * length) >> 32;
        return (((key >> 32) * length + low) >> 32) as usize;
    }
    ((u128::from(key) * u128::from(length)) >> 64) as usize
}

/// Loads a value's cache line in the background.
#[inline]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "a prefetch instruction"))]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing, and the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Returns freed memory to the system. The allocator of glibc keeps much of what threads have freed.
#[cfg_attr(
    all(target_os = "linux", target_env = "gnu"),
    expect(unsafe_code, reason = "malloc_trim is a foreign function")
)]
pub fn return_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the function is thread-safe, and changes memory that is not in use alone.
    unsafe {
        libc::malloc_trim(0);
    }
}
