//! A crowd that is saved on its way, and goes on from there as if nothing had been: `cargo run --example save_and_restore`.

use std::error::Error;
use std::{env, fs};

use footpath::level::{Order, built_in};
use footpath::replay::RecordedRun;
use footpath::sim::{Command, Selection};

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::temp_dir().join("footpath-example.save");
    let level = built_in::named("the-gate").ok_or("there is no such level")?;
    let mut run = RecordedRun::begin(level.text, Some(7))?;
    run.step(&[Command::Order(Selection::All, Order::MoveTo(run.simulation().map().lattice.origin.into()))]);
    (0..150).for_each(|_| drop(run.step(&[])));

    fs::write(&file, run.save())?;
    let mut restored = RecordedRun::restore(&fs::read(&file)?)?;
    fs::remove_file(&file)?;

    for second in 1..=3 {
        for each in [&mut run, &mut restored] {
            (0..60).for_each(|_| drop(each.step(&[])));
        }
        let [kept, restored] = [&run, &restored].map(|run| run.simulation().state_hash());
        println!("{second} s after the save: {kept:016x} where it went on, {restored:016x} where it was restored");
        assert_eq!(kept, restored);
    }
    Ok(())
}
