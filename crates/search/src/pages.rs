//! Large pages for large memory. What a node looks up lies far apart, and with small pages the
//! processor takes as long to find where a page lies as to read from it.

/// Asks the system to keep memory that is not touched yet in large pages. It may decline.
#[cfg_attr(target_os = "linux", expect(unsafe_code, reason = "advice to the system"))]
pub(crate) fn prefer_large<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        // More than any page of a processor that we know; advice on less than pages is refused.
        const PAGE: usize = 1 << 16;
        let bytes = memory.as_ptr_range();
        let (start, end) = (bytes.start.cast::<u8>(), bytes.end.cast::<u8>());
        let aligned = start.wrapping_add(start.align_offset(PAGE));
        if let Some(length) = end.addr().checked_sub(aligned.addr()) {
            // SAFETY: the range lies within the memory borrowed, and advice changes nothing in it.
            unsafe { libc::madvise(aligned.cast_mut().cast(), length, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
