//! Translates the settings of a game to a [`GameSpec`].

use super::IniError;
use super::keys::{self, KeyUse};
use super::kinds;
use super::pieces::PieceType;
use super::region::Region;
use super::settings::{Setting, Settings};
use super::start::{self, Start};
use rules::MAX_BOARD_SIZE;
use rules::spec::*;
use std::ops::RangeInclusive;

/// Translates the settings of a game, or returns the first that our rules cannot express.
pub(super) fn convert(name: &str, settings: &Settings<'_>) -> Result<GameSpec, IniError> {
    if let Some(error) = &settings.error {
        return Err(error.clone());
    }
    Converter { name, settings }.convert()
}

pub(super) struct Converter<'a> {
    pub name: &'a str,
    pub settings: &'a Settings<'a>,
}

impl Converter<'_> {
    fn convert(&self) -> Result<GameSpec, IniError> {
        self.check_fixed_values()?;
        let (files, ranks) = (self.board_size("maxFile")?, self.board_size("maxRank")?);
        self.check_drop_regions([files, ranks])?;
        let start = self.start()?;
        let kinds = kinds::kinds(self, &start, [files, ranks])?;
        let pawn_rules = self.pawn_rules(&kinds)?;
        let (repetition, repetition_count) = self.repetition()?;
        let promotion_ranks = self.ranks_of_sides(
            ["promotionRegionWhite", "promotionRegionBlack"],
            ["*8", "*1"],
            [files, ranks],
        )?;
        Ok(GameSpec {
            name: self.name.into(),
            title: String::new(),
            title_ja: String::new(),
            about: "From a file in the format of Fairy-Stockfish".into(),
            about_ja: String::new(),
            files,
            ranks,
            promotion_ranks,
            mandatory_promotion: if self.is_true("mandatoryPiecePromotion")? {
                MandatoryPromotion::Always
            } else {
                MandatoryPromotion::OnDeadRanks
            },
            start_sfen: start.sfen,
            pieces: kinds.iter().map(|kind| kind.spec(pawn_rules.pawn)).collect(),
            pawn_drop_mate: pawn_rules.drop_mate,
            two_pawns: pawn_rules.two_pawns,
            repetition,
            repetition_count,
            perpetual_check: if self.is_true("perpetualCheckIllegal")? {
                PerpetualCheck::Loses
            } else {
                PerpetualCheck::Allowed
            },
            stalemate: match self.word("stalemateValue", "draw", &["loss", "draw"])? {
                "loss" => Stalemate::Loses,
                _ => Stalemate::Draw,
            },
            goal_ranks: self.goal_ranks([files, ranks])?,
            check_limit: CheckLimit::None,
            impasse: Impasse::None,
        })
    }

    /// Creates the error for a setting. A setting of a built-in parent has no line in the file; its
    /// error points to the header.
    pub fn error(&self, setting: Setting<'_>, message: impl Into<String>) -> IniError {
        let Setting { key, line, .. } = setting;
        let mut message = message.into();
        if line == 0 {
            message += " (inherited)";
            return self.error_in_header(key, message);
        }
        IniError::new(self.name, key, line, message)
    }

    /// Creates an error that points to the header.
    pub fn error_in_header(&self, key: &str, message: impl Into<String>) -> IniError {
        IniError::new(self.name, key, self.settings.header_line, message)
    }

    /// Checks the keys that must have their default value.
    fn check_fixed_values(&self) -> Result<(), IniError> {
        for setting in self.settings.settings() {
            if let Ok((_, KeyUse::OnlyDefault(default))) = keys::find(setting.key)
                && setting.value.trim_end() != default
            {
                let value = setting.value.trim_end().escape_debug();
                let message = format!("'{value}' is not supported, only '{default}'");
                return Err(self.error(setting, message));
            }
        }
        for key in ["pieceDrops", "capturesToHand"] {
            if !self.is_true(key)? {
                let message =
                    "games without drops of captured pieces are not supported; set it to true";
                return Err(match self.settings.get(key) {
                    Some(setting) => self.error(setting, message),
                    None => self.error_in_header(key, message),
                });
            }
        }
        self.is_true("castling")?;
        if self.number("nMoveRule", 50, 0..=u32::MAX)? != 0 {
            let message = "draws after a number of moves are not supported; set it to 0";
            return Err(match self.settings.get("nMoveRule") {
                Some(setting) => self.error(setting, message),
                None => self.error_in_header("nMoveRule", message),
            });
        }
        Ok(())
    }

    /// Checks that pieces may be dropped on the whole board.
    fn check_drop_regions(&self, [files, ranks]: [u8; 2]) -> Result<(), IniError> {
        for key in ["dropRegionWhite", "dropRegionBlack"] {
            let Some(setting) = self.settings.get(key) else { continue };
            let whole_ranks = self.region(key, "-")?.whole_ranks(files, ranks);
            if whole_ranks.is_none_or(|ranks| ranks.contains(&false)) {
                return Err(self.error(setting, "drops on a part of the board are not supported"));
            }
        }
        Ok(())
    }

    /// Returns the value of a key that is true or false; false if there is none.
    pub fn is_true(&self, key: &str) -> Result<bool, IniError> {
        Ok(self.word(key, "false", &["true", "false"])? == "true")
    }

    /// Returns the value of a key, which must be one of `words`.
    fn word<'w>(
        &self,
        key: &str,
        default: &'w str,
        words: &[&'w str],
    ) -> Result<&'w str, IniError> {
        let Some(setting) = self.settings.get(key) else { return Ok(default) };
        words.iter().find(|&&word| word == setting.value).copied().ok_or_else(|| {
            let found = setting.value.escape_debug();
            let note = if words.contains(&setting.value.trim_end()) {
                ", with spaces at the end that Fairy-Stockfish does not ignore"
            } else {
                ""
            };
            let expected = words.join(" or ");
            self.error(setting, format!("expected {expected}, found '{found}'{note}"))
        })
    }

    /// Returns the value of a key that is a number.
    pub fn number(
        &self,
        key: &str,
        default: u32,
        range: RangeInclusive<u32>,
    ) -> Result<u32, IniError> {
        let Some(setting) = self.settings.get(key) else { return Ok(default) };
        let number = setting.value.trim_end().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (value, min, max) = (setting.value.escape_debug(), range.start(), range.end());
            let expected = match *max {
                u32::MAX => "a number".into(),
                _ => format!("a number from {min} to {max}"),
            };
            self.error(setting, format!("expected {expected}, found '{value}'"))
        })
    }

    /// Returns the number of files or ranks. Fairy-Stockfish also takes a letter for a file.
    fn board_size(&self, key: &str) -> Result<u8, IniError> {
        if let Some(setting) = self.settings.get(key)
            && key == "maxFile"
            && let [letter @ b'c'..=b'j'] = setting.value.trim_end().as_bytes()
        {
            return Ok(letter - b'a' + 1);
        }
        Ok(self.number(key, 8, 3..=u32::from(MAX_BOARD_SIZE))? as u8)
    }

    fn start(&self) -> Result<Start, IniError> {
        let Some(fen) = self.settings.get("startFen") else {
            return Err(self.error_in_header("startFen", "the start position is missing"));
        };
        start::parse(fen.value, self.settings).map_err(|message| self.error(fen, message))
    }

    /// Returns the region of a key, or the default if there is none.
    fn region(&self, key: &str, default: &str) -> Result<Region, IniError> {
        let Some(setting) = self.settings.get(key) else {
            return Ok(Region::parse(default).unwrap_or_default());
        };
        Region::parse(setting.value).map_err(|message| self.error(setting, message))
    }

    /// Returns the ranks that a key for White and one for Black give to each side.
    fn ranks_of_sides(
        &self,
        keys: [&str; 2],
        defaults: [&str; 2],
        [files, ranks]: [u8; 2],
    ) -> Result<SideRanks, IniError> {
        let mut sides = [Vec::new(), Vec::new()];
        for ((key, default), side) in keys.into_iter().zip(defaults).zip(&mut sides) {
            let whole_ranks = self.region(key, default)?.whole_ranks(files, ranks);
            *side = match (whole_ranks, self.settings.get(key)) {
                (Some(whole_ranks), _) => whole_ranks,
                (None, Some(setting)) => {
                    return Err(
                        self.error(setting, "regions other than whole ranks are not supported")
                    );
                }
                (None, None) => Vec::new(),
            };
        }
        // Our ranks are counted from the side of the player who moves second.
        let [first, second] = sides.map(|side| side.into_iter().rev().collect::<Vec<bool>>());
        let depth = first.iter().take_while(|&&in_region| in_region).count();
        let is_farthest = (0..first.len()).all(|rank| {
            first[rank] == (rank < depth) && second[first.len() - 1 - rank] == (rank < depth)
        });
        let letters = |side: &[bool]| {
            ('a'..).zip(side).filter(|(_, in_region)| **in_region).map(|(c, _)| c).collect()
        };
        Ok(match is_farthest && depth < first.len() {
            true => SideRanks::Farthest(depth as u8),
            false => SideRanks::Named { black: letters(&first), white: letters(&second) },
        })
    }

    fn goal_ranks(&self, size: [u8; 2]) -> Result<SideRanks, IniError> {
        let keys = ["flagRegionWhite", "flagRegionBlack"];
        let goal = self.ranks_of_sides(keys, ["-", "-"], size)?;
        if goal == SideRanks::Farthest(0) {
            return Ok(goal);
        }
        for (key, piece_key) in keys.into_iter().zip(["flagPieceWhite", "flagPieceBlack"]) {
            let Some(region) = self.settings.get(key) else { continue };
            if self.settings.type_named_by(piece_key) != Some(PieceType::KING) {
                let setting = self.settings.get(piece_key).unwrap_or(region);
                let message = "only the king may win by reaching a region; \
                               set flagPiece to the king's letter";
                return Err(self.error(setting, message));
            }
        }
        Ok(goal)
    }

    fn repetition(&self) -> Result<(Repetition, u8), IniError> {
        let occurrences = self.number("nFoldRule", 3, 2..=MAX_REPETITION_COUNT.into())?;
        let is_absolute = self.is_true("nFoldValueAbsolute")?;
        let repetition =
            match (self.word("nFoldValue", "draw", &["win", "loss", "draw"])?, is_absolute) {
                ("loss", true) => Repetition::BlackLoses,
                ("win", true) => Repetition::WhiteLoses,
                // The value is that of the side to move; the other side has repeated the position.
                ("loss", false) => Repetition::RepeaterWins,
                ("win", false) => Repetition::RepeaterLoses,
                _ => Repetition::Draw,
            };
        Ok((repetition, occurrences as u8))
    }
}
