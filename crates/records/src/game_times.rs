//! Dates and time controls of games, which every format writes in its own way.
//!
//! Tags hold them in one form: `2026/01/02 10:00:00`, without what is unknown at the end, and
//! `900+10 byoyomi 30`, the seconds for the game and what is added for each move. Text that is neither
//! is kept as it is.

use crate::clock_text::{duration, parse_clock};
use std::fmt::{self, Display};
use std::time::Duration;

/// A year, a month, a day, or a time on a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GameDate {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
    /// Hour, minute and second, as the clock of the place showed them.
    time: Option<[u8; 3]>,
}

impl GameDate {
    /// Parses a date in the form of any format: `2026/01/02 10:00:00`, `2026.01.02`, `2026.01.??`,
    /// `2026-01-02T10:00`, `2026年1月2日 10時00分`. A weekday in parentheses may follow the day.
    pub fn parse(text: &str) -> Option<Self> {
        let text = plain(text);
        let mut rest = text.trim();
        let year_text = take_digits(&mut rest);
        let year = year_text.parse().ok().filter(|_| year_text.len() == 4)?;
        let mut date = Self { year, month: None, day: None, time: None };
        let mut separator = None;
        for field in [&mut date.month, &mut date.day] {
            let Some(found) = rest.chars().next().filter(|c| "/.-年月".contains(*c)) else {
                break;
            };
            // A date has one kind of separator.
            let is_kanji = "年月".contains(found);
            if !is_kanji && separator.is_some_and(|separator| separator != found) {
                return None;
            }
            separator.get_or_insert(found);
            rest = &rest[found.len_utf8()..];
            if is_kanji && rest.is_empty() {
                break;
            }
            if let Some(after) = rest.strip_prefix("??") {
                rest = after;
                continue;
            }
            *field = Some(take_digits(&mut rest).parse().ok()?);
        }
        rest = rest.strip_prefix(['年', '月', '日']).unwrap_or(rest);
        if let Some(weekday) = rest.trim_start().strip_prefix('(') {
            rest = weekday.split_once(')').filter(|(day, _)| day.chars().count() <= 9)?.1;
        }
        let clock = rest.strip_prefix('T').unwrap_or(rest).trim();
        if !clock.is_empty() {
            date.day?;
            date.time = Some(parse_time_of_day(clock)?);
        }
        let is_valid = date.month.is_none_or(|month| (1..=12).contains(&month))
            && date.day.is_none_or(|day| (1..=31).contains(&day))
            && (date.month.is_some() || date.day.is_none());
        is_valid.then_some(date)
    }

    /// Adds a time of a day as PGN writes it, if the date has none.
    pub fn with_time(self, text: &str) -> Option<Self> {
        let is_open = self.day.is_some() && self.time.is_none();
        let time = parse_time_of_day(text).filter(|_| is_open)?;
        Some(Self { time: Some(time), ..self })
    }

    /// Returns the date as PGN writes it: `2026.01.??`.
    pub fn pgn_date(self) -> String {
        let field = |field: Option<u8>| field.map_or("??".into(), |number| format!("{number:02}"));
        format!("{:04}.{}.{}", self.year, field(self.month), field(self.day))
    }

    /// Returns the time as PGN writes it, if it is known.
    pub fn pgn_time(self) -> Option<String> {
        self.time.map(|[hour, minute, second]| format!("{hour:02}:{minute:02}:{second:02}"))
    }

    /// Returns whether the day is known.
    pub fn is_whole(self) -> bool {
        self.day.is_some()
    }
}

/// The form of tags, KIF and CSA.
impl Display for GameDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        for field in [self.month, self.day].into_iter().flatten() {
            write!(f, "/{field:02}")?;
        }
        self.pgn_time().map_or(Ok(()), |time| write!(f, " {time}"))
    }
}

/// Parses `10:00:00`, `10:00` or `10時00分`.
fn parse_time_of_day(text: &str) -> Option<[u8; 3]> {
    let text = text.trim().replace(['時', '分'], ":").replace('秒', "");
    let mut time = [0; 3];
    let mut fields = text.trim_end_matches(':').split(':');
    for field in &mut time[..2] {
        *field = parse_field(fields.next()?)?;
    }
    if let Some(seconds) = fields.next() {
        time[2] = parse_field(seconds)?;
    }
    let [hour, minute, second] = time;
    let is_valid = hour < 24 && minute < 60 && second < 60 && fields.next().is_none();
    is_valid.then_some(time)
}

fn parse_field(text: &str) -> Option<u8> {
    let is_number = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// Removes the digits at the start of a text and returns them.
fn take_digits<'a>(text: &mut &'a str) -> &'a str {
    let length = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(length);
    *text = rest;
    digits
}

/// Returns a text with ASCII characters in place of those of full width.
fn plain(text: &str) -> String {
    let plain = |c| match c {
        '　' => ' ',
        '！'..='～' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    };
    text.chars().map(plain).collect()
}

/// The time for a game, and what is added for each move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct TimeControl {
    main: Duration,
    increment: Duration,
    /// The time for a move when the main time is used up.
    byoyomi: Duration,
}

impl TimeControl {
    /// Parses the form of tags, PGN and `ozutsu-match`: `900`, `900+10`, `900+10 byoyomi 30`.
    pub fn parse(text: &str) -> Option<Self> {
        let (base, byoyomi) = match text.split_once(" byoyomi ") {
            Some((base, byoyomi)) => (base, duration(byoyomi)?),
            None => (text, Duration::ZERO),
        };
        let (main, increment) = match base.split_once('+') {
            Some((main, increment)) => (main, duration(increment)?),
            None => (base, Duration::ZERO),
        };
        let is_number = main.starts_with(|c: char| c.is_ascii_digit());
        let main = duration(main).filter(|_| is_number)?;
        Some(Self { main, increment, byoyomi })
    }

    /// Parses the `$TIME` of CSA: main time, byoyomi and increment in seconds.
    pub fn parse_csa_seconds(text: &str) -> Option<Self> {
        let mut fields = text.trim().split('+');
        let main = fields.next().filter(|main| !main.is_empty()).and_then(duration)?;
        let [byoyomi, increment] =
            [fields.next(), fields.next()].map(|field| duration(field.unwrap_or("0")));
        let ends = fields.next().is_none();
        Some(Self { main, increment: increment?, byoyomi: byoyomi? }).filter(|_| ends)
    }

    /// Parses the `$TIME_LIMIT` of CSA: hours and minutes, and seconds of byoyomi.
    pub fn parse_csa_limit(text: &str) -> Option<Self> {
        let (main, byoyomi) = text.trim().split_once('+')?;
        let (hours, minutes) = main.split_once(':')?;
        let main = parse_clock(&format!("{hours}:{minutes}:00"))?;
        let byoyomi = duration(byoyomi).filter(|_| !byoyomi.is_empty())?;
        Some(Self { main, byoyomi, ..Self::default() })
    }

    /// Parses the words of KIF: `各15分`, `1時間30分`, `10分+秒読み30秒`, `5分 切れたら1手30秒`,
    /// `10分+1手10秒加算`, `00:15+60` with byoyomi.
    pub fn parse_kif(text: &str) -> Option<Self> {
        let text = plain(text).replace(|c: char| c.is_whitespace() || "、,。()".contains(c), "");
        let text = text.strip_prefix("持ち時間").unwrap_or(&text);
        let text = text.strip_prefix('各').unwrap_or(text);
        if let Some(control) = Self::parse_csa_limit(text) {
            return Some(control);
        }
        let (main, rest) = take_japanese_time(text)?;
        let mut control = Self { main, ..Self::default() };
        let rest = rest.strip_prefix("切れ負け").unwrap_or(rest);
        if rest.is_empty() {
            return Some(control);
        }
        let per_move = ["秒読み", "切れたら1手", "切れたら", "1手ごとに", "1手", "+"];
        let rest = rest.strip_prefix('+').filter(|rest| !rest.is_empty()).unwrap_or(rest);
        let rest = rest.strip_prefix("以後").unwrap_or(rest);
        let rest = per_move.iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
        let (time, rest) = take_japanese_time(rest)?;
        match rest {
            "" | "秒読み" | "未満" => control.byoyomi = time,
            "加算" | "追加" => control.increment = time,
            _ => return None,
        }
        Some(control)
    }

    /// Parses the header 秒読み of KIF: `30秒` or `30`.
    pub fn with_byoyomi(self, text: &str) -> Option<Self> {
        let text = plain(text);
        let text = text.trim().trim_start_matches("1手");
        let byoyomi = match take_japanese_time(text) {
            Some((time, "")) => time,
            _ => duration(text).filter(|_| text.starts_with(|c: char| c.is_ascii_digit()))?,
        };
        Some(Self { byoyomi, ..self }).filter(|_| self.byoyomi.is_zero())
    }

    /// Returns the time control as KIF writes it, if it is in whole seconds.
    pub fn kif(self) -> Option<String> {
        let mut text = japanese_time(self.main)?;
        if !self.byoyomi.is_zero() {
            text += &format!("+秒読み{}", japanese_time(self.byoyomi)?);
        }
        if !self.increment.is_zero() {
            // The words hold one addition.
            if !self.byoyomi.is_zero() {
                return None;
            }
            text += &format!("+1手{}加算", japanese_time(self.increment)?);
        }
        Some(text)
    }

    /// Returns the time control as the `$TIME_LIMIT` of CSA, if it is in whole minutes and has no increment.
    pub fn csa_limit(self) -> Option<String> {
        let (seconds, byoyomi) = (self.main.as_secs(), self.byoyomi.as_secs());
        let fits = self.main == Duration::from_secs(seconds / 60 * 60)
            && self.byoyomi == Duration::from_secs(byoyomi)
            && self.increment.is_zero()
            && seconds < 360_000
            && byoyomi < 100;
        fits.then(|| format!("{:02}:{:02}+{byoyomi:02}", seconds / 3600, seconds / 60 % 60))
    }

    /// Returns the time control as the `$TIME` of CSA.
    pub fn csa_seconds(self) -> String {
        let [main, byoyomi, increment] =
            [self.main, self.byoyomi, self.increment].map(decimal_seconds);
        format!("{main}+{byoyomi}+{increment}")
    }

    pub fn main(self) -> Duration {
        self.main
    }

    pub fn increment(self) -> Duration {
        self.increment
    }

    /// Returns whether PGN can say it, which has no byoyomi.
    pub fn is_pgn(self) -> bool {
        self.byoyomi.is_zero()
    }
}

/// The form of tags and PGN.
impl Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decimal_seconds(self.main))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", decimal_seconds(self.increment))?;
        }
        if !self.byoyomi.is_zero() {
            write!(f, " byoyomi {}", decimal_seconds(self.byoyomi))?;
        }
        Ok(())
    }
}

/// Formats seconds with as many decimals as they need.
fn decimal_seconds(time: Duration) -> String {
    match time.subsec_nanos() {
        0 => time.as_secs().to_string(),
        nanoseconds => {
            let text = format!("{}.{nanoseconds:09}", time.as_secs());
            text.trim_end_matches('0').to_owned()
        }
    }
}

/// Removes a time such as `1時間30分` from the start of a text without spaces.
fn take_japanese_time(text: &str) -> Option<(Duration, &str)> {
    let mut rest = text;
    let mut total = None;
    for (units, seconds) in [(&["時間"][..], 3600), (&["分間", "分"], 60), (&["秒"], 1)] {
        let mut after = rest;
        let number = take_digits(&mut after).parse::<u64>();
        let unit = units.iter().find_map(|unit| after.strip_prefix(unit));
        if let (Ok(number), Some(after)) = (number, unit) {
            let time = Duration::from_secs(number.checked_mul(seconds)?);
            total = Some(total.unwrap_or(Duration::ZERO).checked_add(time)?);
            rest = after;
        }
    }
    total.map(|total| (total, rest))
}

/// Formats whole seconds as `1時間30分`.
fn japanese_time(time: Duration) -> Option<String> {
    let seconds = time.as_secs();
    if time.subsec_nanos() > 0 {
        return None;
    }
    let parts = [(seconds / 3600, "時間"), (seconds / 60 % 60, "分"), (seconds % 60, "秒")];
    let parts = parts.into_iter().filter(|&(number, _)| number > 0);
    let text: String = parts.map(|(number, unit)| format!("{number}{unit}")).collect();
    Some(if text.is_empty() { "0分".into() } else { text })
}
