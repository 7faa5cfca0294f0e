//! Files that the program writes, when it is killed meanwhile.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use footpath::level::edit::formatted;
use footpath::replay::Replay;

use crate::support::program::{Folder, program, run};

/// How often it is killed: as often as `PROPTEST_CASES` says, else a few times.
fn kills() -> u32 {
    std::env::var("PROPTEST_CASES").map_or(40, |cases| cases.parse().expect("a number"))
}

/// Runs a command again and again and kills it at moments all over the time that it takes; `prepare` comes before each run,
/// `look` after it. Then it runs once to its end, and nothing unfinished is left.
fn kill_at_any_moment(folder: &Folder, arguments: &[&str], prepare: impl Fn(), mut look: impl FnMut(u32)) {
    let begin = Instant::now();
    prepare();
    assert_eq!(run(arguments).0, 0);
    let (whole, kills) = (begin.elapsed(), kills());
    for kill in 0..kills {
        prepare();
        let mut writer =
            program().args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it can be run");
        std::thread::sleep(whole.mul_f64(1.2 * f64::from(kill) / f64::from(kills)).max(Duration::from_micros(50)));
        writer.kill().unwrap();
        writer.wait().unwrap();
        look(kill);
    }
    prepare();
    assert_eq!(run(arguments).0, 0);
    let left = folder.names();
    assert!(left.iter().all(|name| !name.ends_with(".unfinished")), "{left:?}");
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let folder = Folder::new("kill");
    let row = format!("        \"{}\",\n", ".".repeat(500));
    let old = format!("(version:1,legend:{{'.':\"grass\"}},name:\"Large\",rows:[\n{}])", row.repeat(500));
    let new = formatted("large.ron", &old).unwrap();
    let path = folder.file("large.ron", &old);
    let mut left = [0, 0];
    kill_at_any_moment(
        &folder,
        &["fmt", &path],
        || fs::write(&path, &old).unwrap(),
        |kill| {
            let now = fs::read_to_string(&path).unwrap();
            assert!(now == old || now == new, "after {kill} kills: {} bytes", now.len());
            left[usize::from(now == new)] += 1;
        },
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), new);
    assert!(left[0] > 0, "{left:?}");
}

#[test]
fn a_kill_while_ground_is_baked_leaves_what_was_kept_or_all_of_it() {
    let folder = Folder::new("kill-bake");
    let cache = folder.path("cache");
    let arguments = ["bake", "wide-land", "--cache", &cache];
    let (_, path, _) = run(&arguments);
    let path = path.trim();
    let whole = fs::read(path).unwrap();
    kill_at_any_moment(
        &folder,
        &arguments,
        || fs::write(path, "old").unwrap(),
        |kill| {
            let now = fs::read(path).unwrap();
            assert!(now == b"old" || now == whole, "after {kill} kills: {} bytes", now.len());
        },
    );
    assert_eq!(fs::read(path).unwrap(), whole);
}

#[test]
fn a_kill_while_a_run_is_recorded_leaves_its_beginning() {
    let folder = Folder::new("kill-record");
    let path = folder.path("run.replay");
    let arguments = ["simulate", "market-town", "--seconds", "1", "--record", &path];
    assert_eq!(run(&arguments).0, 0);
    let whole = fs::read_to_string(&path).unwrap();
    kill_at_any_moment(
        &folder,
        &arguments,
        || _ = fs::remove_file(&path),
        |kill| {
            let Ok(now) = fs::read_to_string(&path) else { return };
            assert!(whole.starts_with(&now), "after {kill} kills");
            let replay = Replay::read("run.replay", now.as_bytes());
            assert!(replay.is_ok_and(|replay| replay.name == "market-town"), "after {kill} kills: {} bytes", now.len());
        },
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
}

/// What a killed program left goes with the next file that is written into its folder, and nothing else does.
#[cfg(target_os = "linux")]
#[test]
fn what_a_killed_program_left_is_cleared_away() {
    let folder = Folder::new("abandoned");
    let mut ended = program().arg("--version").stdout(Stdio::null()).spawn().unwrap();
    ended.wait().unwrap();
    let others = [format!("theirs.{}.unfinished", ended.id()), format!("a.footpath-{}.unfinished", std::process::id())];
    let mine = folder.path("mine.ron");
    let mut left: Vec<String> = others.iter().cloned().chain(["mine.ron".to_owned()]).collect();
    left.sort();
    // The second one finds nothing to be written.
    for command in [["new", &mine], ["fmt", &mine]] {
        for name in others.iter().chain(&[format!("other.footpath-{}.unfinished", ended.id())]) {
            folder.file(name, "half");
        }
        assert_eq!(run(&command).0, 0, "{command:?}");
        assert_eq!(folder.names(), left, "{command:?}");
    }
}

/// As Ctrl+C does it.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_half_written_file() {
    use std::process::Command;

    let folder = Folder::new("interrupt");
    let picture = folder.path("long.gif");
    let mut writer = program()
        .args(["render", "market-town", "--seconds", "60", "-o", &picture])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while folder.names().is_empty() {
        assert!(
            begin.elapsed() < Duration::from_secs(60) && writer.try_wait().unwrap().is_none(),
            "it is to be writing"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(folder.names()[0].ends_with(".unfinished"), "{:?}", folder.names());
    assert!(Command::new("kill").args(["-INT", &writer.id().to_string()]).status().unwrap().success());
    assert_eq!(writer.wait().unwrap().code(), Some(130));
    assert_eq!(folder.names(), [""; 0]);
}
