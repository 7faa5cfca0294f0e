//! Numbers as people read them.

/// A number with commas between the thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A time given in microseconds, in microseconds below a millisecond and in milliseconds from there on.
pub fn duration(micros: f64) -> String {
    if micros < 1_000.0 { format!("{micros:.1} µs") } else { format!("{:.1} ms", 1e-3 * micros) }
}

/// A time given in milliseconds, with one decimal below ten.
pub fn milliseconds(time: f64) -> String {
    if time < 10.0 { format!("{time:.1} ms") } else { format!("{time:.0} ms") }
}

/// A number of bytes in kilobytes, or in megabytes from ten thousand of these on.
pub fn bytes(bytes: usize) -> String {
    let kilobytes = bytes as f64 / 1000.0;
    match kilobytes {
        small if small < 100.0 => format!("{small:.1} kB"),
        middle if middle < 10_000.0 => format!("{middle:.0} kB"),
        large => format!("{:.1} MB", large / 1000.0),
    }
}

/// A number with one decimal below a hundred and none from there on, short enough for a cell.
pub fn short(value: f64) -> String {
    if value < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!([0, 999, 1_204, 1_000_000].map(grouped), ["0", "999", "1,204", "1,000,000"]);
    }

    #[test]
    fn times_have_as_many_digits_as_matter() {
        assert_eq!([12.34, 999.96, 1_500.0].map(duration), ["12.3 µs", "1000.0 µs", "1.5 ms"]);
        assert_eq!([9.94, 12.3].map(milliseconds), ["9.9 ms", "12 ms"]);
        assert_eq!([4_240, 345_600, 12_340_000].map(bytes), ["4.2 kB", "346 kB", "12.3 MB"]);
        assert_eq!([3.44, 123.4].map(short), ["3.4", "123"]);
    }
}
