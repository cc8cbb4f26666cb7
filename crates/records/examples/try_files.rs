use records::*;
fn main() {
    let (mut ok, mut bad) = (0, 0);
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let game = std::env::var("GAME").ok();
        let hints = Hints {
            rules: rules::Rules::by_name(game.as_deref().unwrap_or("shogi")),
            ..Hints::default()
        };
        match read(&bytes, &hints) {
            Ok(games) => {
                ok += 1;
                for game in &games {
                    println!(
                        "OK {path}: {} moves, {} in tree, end {:?}",
                        game.moves().count(),
                        game.move_count(),
                        game.end()
                    );
                    if let Ok(dir) = std::env::var("USI_OUT") {
                        let name =
                            std::path::Path::new(&path).file_name().unwrap().to_str().unwrap();
                        std::fs::write(
                            format!("{dir}/{name}.usi"),
                            write(game, Format::Usi).unwrap(),
                        )
                        .unwrap();
                        std::fs::write(
                            format!("{dir}/{name}.w.kif"),
                            write(&main_only(game), Format::Kif).unwrap(),
                        )
                        .unwrap();
                        std::fs::write(
                            format!("{dir}/{name}.w.csa"),
                            write(game, Format::Csa).unwrap_or_default(),
                        )
                        .unwrap();
                    }
                    if std::env::var("TAGS").is_ok() {
                        println!("{:?}\n{:?}", game.tags, game.node(NodeId::ROOT).notes);
                    }
                    for format in [Format::Kif, Format::Ki2, Format::Pgn] {
                        let text = write(game, format).unwrap();
                        match read_text(&text, &hints) {
                            Ok(again) => {
                                let second = write(&again[0], format).unwrap();
                                if second != text {
                                    let d = text.lines().zip(second.lines()).find(|(a, b)| a != b);
                                    println!("  DIFFERS in {format:?}: {d:?}");
                                }
                                if again[0].move_count() != game.move_count() {
                                    println!("  LOST moves in {format:?}");
                                }
                            }
                            Err(e) => println!("  CANNOT read back {format:?}: {e}"),
                        }
                    }
                }
            }
            Err(e) => {
                bad += 1;
                println!("BAD {path}: {e}");
            }
        }
    }
    println!("{ok} read, {bad} refused");
}

fn main_only(game: &GameRecord) -> GameRecord {
    let mut record = GameRecord::new(game.start());
    record.tags = game.tags.clone();
    let mut cursor = record.cursor();
    for id in game.main_line() {
        cursor.play(game.node(id).mv().unwrap()).unwrap();
        *cursor.notes_mut() = game.node(id).notes.clone();
    }
    record
}
