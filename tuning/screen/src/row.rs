//! A pair as it is kept: its number, the game, which factors the first side had high, and its
//! points in halves.

use ozutsu_match::state::Line;
use ozutsu_match::stats::Halves;
use rules::Rules;

/// A pair that was played.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its number, from nought.
    pub number: u64,
    /// The game.
    pub rules: &'static Rules,
    /// Whether the first side had each factor high; the other side had it the other way.
    pub is_high: Vec<bool>,
    /// The first side's points.
    pub points: [Halves; 2],
}

impl Line for Row {
    const HEADER: &'static str = "ozutsu-screen 1";

    fn number(&self) -> u64 {
        self.number
    }

    fn write(&self) -> String {
        let sign = |&is_high: &bool| if is_high { '+' } else { '-' };
        let signs: String = self.is_high.iter().map(sign).collect();
        let [first, second] = self.points;
        format!("{}\t{}\t{signs}\t{first}\t{second}", self.number, self.rules.name())
    }

    fn read(text: &str) -> Option<Self> {
        let fields: Vec<_> = text.split('\t').collect();
        let &[number, game, signs, first, second] = fields.as_slice() else { return None };
        let sign = |sign| match sign {
            '+' => Some(true),
            '-' => Some(false),
            _ => None,
        };
        let halves = |text: &str| text.parse().ok().filter(|&halves: &Halves| halves <= 2);
        Some(Self {
            number: number.parse().ok()?,
            rules: Rules::named(game)?,
            is_high: signs.chars().map(sign).collect::<Option<_>>()?,
            points: [halves(first)?, halves(second)?],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_kept() {
        let rules = Rules::named("shosu").unwrap();
        let row = Row { number: 7, rules, is_high: vec![true, false, true], points: [2, 1] };
        assert_eq!(row.write(), "7\tshosu\t+-+\t2\t1");
        assert_eq!(Row::read(&row.write()).unwrap().write(), row.write());
        for text in
            ["", "7\tshosu\t+-+\t2", "7\tchess\t+\t1\t1", "7\tshosu\t+0\t1\t1", "7\tshosu\t+\t1\t3"]
        {
            assert!(Row::read(text).is_none(), "{text}");
        }
    }
}
