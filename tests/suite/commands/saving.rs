//! Files that the program writes over, when it is killed meanwhile.

use std::time::{Duration, Instant};

use footpath::level::edit::formatted;

use crate::support::program::{Folder, program, run};

/// How often it is killed: as often as `PROPTEST_CASES` says, else a few times.
fn kills() -> u32 {
    std::env::var("PROPTEST_CASES").map_or(40, |cases| cases.parse().expect("a number"))
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let folder = Folder::new("kill");
    let row = format!("        \"{}\",\n", ".".repeat(500));
    let old = format!("(version:1,legend:{{'.':\"grass\"}},name:\"Large\",rows:[\n{}])", row.repeat(500));
    let new = formatted("large.ron", &old).unwrap();
    let path = folder.file("large.ron", &old);
    let begin = Instant::now();
    assert_eq!(run(&["fmt", &path]).0, 0);
    let whole = begin.elapsed();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), new);
    let (kills, mut left) = (kills(), [0, 0]);
    for kill in 0..kills {
        std::fs::write(&path, &old).unwrap();
        let mut writer = program().args(["fmt", &path]).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(whole.mul_f64(1.2 * f64::from(kill) / f64::from(kills)).max(Duration::from_micros(50)));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let now = std::fs::read_to_string(&path).unwrap();
        assert!(now == old || now == new, "after {kill} kills: {} bytes", now.len());
        left[usize::from(now == new)] += 1;
    }
    assert!(left[0] > 0, "{left:?}");
}

/// As Ctrl+C does it.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_half_written_file() {
    use std::process::{Command, Stdio};

    let folder = Folder::new("interrupt");
    let picture = folder.path("long.gif");
    let mut writer = program()
        .args(["render", "market-town", "--seconds", "60", "-o", &picture])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let names = || {
        let entries = std::fs::read_dir(&folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect::<Vec<String>>()
    };
    let begin = Instant::now();
    while names().is_empty() {
        assert!(
            begin.elapsed() < Duration::from_secs(60) && writer.try_wait().unwrap().is_none(),
            "it is to be writing"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(names()[0].ends_with(".unfinished"), "{:?}", names());
    assert!(Command::new("kill").args(["-INT", &writer.id().to_string()]).status().unwrap().success());
    assert_eq!(writer.wait().unwrap().code(), Some(130));
    assert_eq!(names(), [""; 0]);
}
