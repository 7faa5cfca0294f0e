//! Disks that are full, files that are none, links, line ends of other systems, and odd names: what the program says, and
//! that nothing of the user's is lost.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use footpath::level::edit::formatted;
use serde_json::Value;

use crate::support::program::{Folder, outcome, program, refuses, run};

const LEVEL: &str =
    "(\nversion: 1, name: \"Yard\", legend: {'.': \"grass\", '#': \"wall\"},\nrows: [\"....\", \".##.\"],
agents: [(tile: (0, 0), order: MoveTo((tile: (3, 1))))],\n)\n";

const MAP: &str = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";

/// Makes a pipe.
fn pipe(folder: &Folder, name: &str) -> String {
    let path = folder.path(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

/// The same text as an editor of Windows saves it: with a byte order mark, and `\r\n` at the ends of lines.
fn of_windows(text: &str) -> String {
    format!("\u{feff}{}", text.replace('\n', "\r\n"))
}

/// Runs the program where no file may be larger than half a kilobyte; `trap` has the system say so in place of ending it.
fn run_on_full_disk(arguments: &[&str]) -> (i32, String, String) {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"]).arg(program().get_program()).args(arguments);
    outcome(shell.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap())
}

#[test]
fn what_does_not_fit_on_the_disk_leaves_nothing() {
    let folder = Folder::new("full");
    let level = folder.file("large.ron", LEVEL.replace("rows: [", &format!("rows: [{}", "\"....\", ".repeat(200))));
    let map = folder.file("large.map", MAP.replace("2", "200").replace("...\n", &"...\n".repeat(199)));
    let (before, text) = (folder.names(), fs::read_to_string(&level).unwrap());
    let name = |name: &str| folder.path(name);
    let commands: &[(&[&str], &str)] = &[
        (&["new", &name("a.ron")], "a.ron"),
        (&["generate", "caves", "-o", &name("a.ron")], "a.ron"),
        (&["import", &map, "-o", &name("a.ron")], "a.ron"),
        (&["export", "maze", "-o", &name("a.map")], "a.map"),
        (&["export", "wide-land", "-o", &name("a.png")], "a.png"),
        (&["render", "maze", "-o", &name("a.png")], "a.png"),
        (&["render", "maze", "--seconds", "1", "-o", &name("a.gif")], "a.gif"),
        (&["simulate", "maze", "--seconds", "1", "--record", &name("a.replay")], "a.replay"),
        (&["bake", "maze", "--cache", &name("cache")], ".baked"),
        (&["fmt", &level], "large.ron"),
    ];
    for (arguments, file) in commands {
        let (code, stdout, stderr) = run_on_full_disk(arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(&format!("{file}` cannot be written: a file must not be so large")), "{stderr}");
        assert_eq!(folder.names(), before, "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(&level).unwrap(), text);
}

#[test]
fn a_recording_that_outgrows_the_disk_can_be_played_up_to_there() {
    let folder = Folder::new("full-recording");
    let level = folder.file("yard.ron", LEVEL);
    let replay = folder.path("run.replay");
    let (code, _, stderr) = run_on_full_disk(&["simulate", &level, "--seconds", "60", "--record", &replay]);
    assert_eq!(code, 2);
    assert!(stderr.contains("run.replay` cannot be written: a file must not be so large"), "{stderr}");
    let (code, stdout, stderr) = run(&["replay", &replay, "--verify"]);
    assert!(code == 0 && stdout.contains("it was cut off"), "{stdout}{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_goes_nowhere_is_told() {
    let folder = Folder::new("full-output");
    let level = folder.file("yard.ron", LEVEL);
    for arguments in [&["levels"][..], &["schema"], &["check", &level], &["simulate", &level, "--seconds", "1"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let told = program().args(arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let (code, _, stderr) = outcome(told);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(stderr.starts_with("error: cannot write the output: "), "{arguments:?}: {stderr}");
    }
}

/// What is piped in need not end.
#[cfg(target_os = "linux")]
#[test]
fn input_without_an_end_is_refused() {
    let endless = program().arg("fmt").stdin(File::open("/dev/zero").unwrap()).output().unwrap();
    let (code, stdout, stderr) = outcome(endless);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.contains("the standard input cannot be read: it is too large, at most 256 MiB"), "{stderr}");
    refuses(&["check", "/dev/zero"], &["`/dev/zero`", "a file is needed"]);
}

#[test]
fn what_is_no_file_is_not_read() {
    let folder = Folder::new("no-input");
    let target = folder.path("out.ron");
    for name in ["a.png", "a.map", "a.tmx", "a.tmj", "a.ldtk"] {
        refuses(&["import", &pipe(&folder, name), "-o", &target], &[name, "a pipe or a device; a file is needed"]);
        let place = folder.path(&format!("folder/{name}"));
        fs::create_dir_all(&place).unwrap();
        refuses(&["import", &place, "-o", &target], &[name, "is a folder; a file is needed"]);
    }
    let (level, script) = (folder.file("yard.ron", LEVEL), pipe(&folder, "script.ron"));
    refuses(&["simulate", &level, "--seconds", "1", "--script", &script], &["script.ron", "a file is needed"]);
    refuses(&["bench", &pipe(&folder, "b.map.scen")], &["b.map.scen", "a file is needed"]);
    refuses(&["replay", &pipe(&folder, "run.replay"), "--verify"], &["run.replay", "a file is needed"]);
    let below = format!("{level}/below.ron");
    refuses(&["check", &below], &["there is no file", "a part of its path is no folder"]);
    fs::create_dir(folder.path("empty")).unwrap();
    refuses(&["fmt", &folder.path("empty")], &["empty` has no level: no file in it ends in .ron"]);
}

#[test]
fn what_is_no_file_is_not_replaced() {
    let folder = Folder::new("no-output");
    let level = folder.file("yard.ron", LEVEL);
    symlink("loop.ron", folder.path("loop.ron")).unwrap();
    fs::create_dir(folder.path("folder.ron")).unwrap();
    pipe(&folder, "pipe.ron");
    let before = folder.names();
    for name in ["loop.ron", "folder.ron", "pipe.ron"] {
        refuses(&["new", &folder.path(name)], &[name, "already exists", "give another name"]);
    }
    let record = |name: &str, words: &[&str]| {
        refuses(&["simulate", "maze", "--seconds", "1", "--force", "--record", &folder.path(name)], words);
    };
    record("loop.ron", &["loop.ron` is a link that leads to itself"]);
    record("folder.ron", &["folder.ron` is a folder: give the name of a file"]);
    record("pipe.ron", &["pipe.ron` is a pipe or a device: give the name of a file"]);
    record("none/run.replay", &["its folder does not exist; create it first\n"]);
    record("yard.ron/run.replay", &["yard.ron` is no folder; give another name\n"]);
    refuses(&["new", &format!("{level}/b.ron")], &["yard.ron` is no folder"]);
    assert_eq!(folder.names(), before);
    assert_eq!(fs::read_to_string(&level).unwrap(), LEVEL);
}

#[test]
fn ground_that_is_kept_in_what_is_no_file_is_baked_again() {
    let folder = Folder::new("no-cache");
    let (level, cache) = (folder.file("yard.ron", LEVEL), folder.path("cache"));
    let (_, path, _) = run(&["bake", &level, "--cache", &cache]);
    let path = path.trim();
    fs::remove_file(path).unwrap();
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    let (code, _, stderr) = run(&["simulate", &level, "--seconds", "1", "--cache", &cache]);
    assert_eq!(code, 0);
    assert!(stderr.contains("a pipe or a device") && stderr.contains("the ground is baked again"), "{stderr}");
    refuses(&["bake", &level, "--cache", &cache], &[path, "is a pipe or a device"]);
    refuses(
        &["bake", &level, "--cache", &level],
        &["yard.ron` cannot be created: a file is in its place; move it away"],
    );
}

#[test]
fn a_link_stays_a_link_and_its_file_is_changed() {
    let folder = Folder::new("links");
    let (level, link) = (folder.file("levels/yard.ron", LEVEL), folder.path("yard.ron"));
    symlink("levels/yard.ron", &link).unwrap();
    assert_eq!(run(&["fmt", &link]).0, 0);
    assert_eq!(fs::read_to_string(&level).unwrap(), formatted("yard.ron", LEVEL).unwrap());
    let (replay, link_to_none) = (folder.path("levels/run.replay"), folder.path("run.replay"));
    symlink("levels/run.replay", &link_to_none).unwrap();
    let record = ["simulate", &link, "--seconds", "1", "--force", "--record", &link_to_none];
    for _ in 0..2 {
        assert_eq!(run(&record).0, 0);
        assert_eq!(run(&["replay", &replay, "--verify"]).0, 0);
    }
    assert!(Path::new(&link).is_symlink() && Path::new(&link_to_none).is_symlink());
    refuses(&["check", &folder.path("none.ron")], &["there is no file"]);
}

#[test]
fn what_is_read_only_stays_as_it_is() {
    let folder = Folder::new("read-only");
    let level = folder.file("yard.ron", LEVEL);
    let mut permissions = fs::metadata(&level).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&level, permissions).unwrap();
    refuses(&["fmt", &level], &["yard.ron` is read-only and has not been changed", "permit writing"]);
    refuses(&["simulate", "maze", "--seconds", "1", "--force", "--record", &level], &["yard.ron` is read-only"]);
    assert_eq!(fs::read_to_string(&level).unwrap(), LEVEL);
    assert_eq!(folder.names(), ["yard.ron"]);
}

/// A file may be cut short or grow at any moment while it is read.
#[test]
fn a_file_that_shrinks_while_it_is_read_is_no_trouble() {
    let folder = Folder::new("shrinking");
    let large = LEVEL.replace("rows: [", &format!("rows: [{}", "\"....\", ".repeat(20_000)));
    let level = folder.file("yard.ron", &large);
    let mut readers: Vec<_> = (0..24)
        .map(|_| program().args(["check", &level]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
        .collect();
    let file = File::options().write(true).open(&level).unwrap();
    while readers.iter_mut().any(|reader| reader.try_wait().unwrap().is_none()) {
        for length in [10, 100_000, large.len() as u64] {
            file.set_len(length).unwrap();
        }
    }
    for reader in readers {
        let (code, _, stderr) = outcome(reader.wait_with_output().unwrap());
        assert!([0, 1].contains(&code) && !stderr.contains("panicked"), "{code}: {stderr}");
    }
}

#[test]
fn files_of_other_systems_mean_the_same() {
    let folder = Folder::new("windows");
    let script = "[\n(at: 0.5, do: Scatter),\n]\n";
    let hash = |level: &str, script: &str| {
        let (code, stdout, stderr) = run(&["simulate", level, "--seconds", "2", "--script", script, "--json"]);
        assert_eq!((code, stderr.as_str()), (0, ""));
        serde_json::from_str::<Value>(&stdout).unwrap()["state_hash"].clone()
    };
    let ours = hash(&folder.file("a.ron", LEVEL), &folder.file("script.ron", script));
    let level = folder.file("b.ron", of_windows(LEVEL));
    assert_eq!(hash(&level, &folder.file("windows.ron", of_windows(script))), ours);
    assert_eq!(run(&["fmt", &level]).0, 0);
    let laid_out = fs::read_to_string(&level).unwrap();
    assert_eq!(laid_out.matches('\n').count(), laid_out.matches("\r\n").count(), "line ends stay");
    assert_eq!(run(&["fmt", "--check", &level]).0, 0);

    let tmx = "<?xml version=\"1.0\"?>\n<map orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">
<tileset firstgid=\"1\" source=\"set.tsj\"/>\n<layer name=\"Ground\" width=\"2\" height=\"1\"><data encoding=\"csv\">\n1,2\n</data></layer>\n</map>\n";
    let tmj = "{\"orientation\":\"orthogonal\",\"width\":2,\"height\":1,\"tilewidth\":8,\"tileheight\":8,
\"tilesets\":[{\"firstgid\":1,\"source\":\"set.tsj\"}],
\"layers\":[{\"type\":\"tilelayer\",\"name\":\"Ground\",\"width\":2,\"height\":1,\"data\":[1,2]}]}\n";
    let ldtk = "{\"levels\":[{\"identifier\":\"C\",\"layerInstances\":[\n{\"__identifier\":\"G\",\"__type\":\"IntGrid\",\"__cWid\":1,
\"__cHei\":1,\"__gridSize\":8,\"intGridCsv\":[1]}]}],\"defs\":{\"layers\":[{\"identifier\":\"G\",\"type\":\"IntGrid\",
\"intGridValues\":[{\"value\":1,\"identifier\":\"grass\"}]}]}}\n";
    let set = "{\"type\":\"tileset\",\n\"tiles\":[{\"id\":0,\"type\":\"grass\"},{\"id\":1,\"type\":\"water\"}]}\n";
    for (name, text) in [("a.map", MAP), ("a.tmx", tmx), ("a.tmj", tmj), ("a.ldtk", ldtk)] {
        let imported = |at: &str, text: &str, set: &str| {
            folder.file(&format!("{at}/set.tsj"), set);
            let target = folder.path(&format!("{at}/{name}.ron"));
            let (code, _, stderr) = run(&["import", &folder.file(&format!("{at}/{name}"), text), "-o", &target]);
            assert_eq!(code, 0, "{name}: {stderr}");
            fs::read_to_string(&target).unwrap()
        };
        assert_eq!(imported("ours", text, set), imported("windows", &of_windows(text), &of_windows(set)), "{name}");
    }
    folder.file("b.map", of_windows(MAP));
    let scenarios = folder.file("b.map.scen", of_windows("version 1\n0\tb.map\t3\t2\t0\t0\t2\t0\t2\n"));
    let (code, stdout, stderr) = run(&["bench", &scenarios, "--json"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(serde_json::from_str::<Value>(&stdout).unwrap()[0]["optimal"], 1);

    let replay = folder.path("run.replay");
    assert_eq!(run(&["simulate", &level, "--seconds", "1", "--record", &replay]).0, 0);
    let saved_again = folder.file("again.replay", of_windows(&fs::read_to_string(&replay).unwrap()));
    assert_eq!(run(&["replay", &saved_again, "--verify"]).0, 0);
}

/// Names with what a shell, a terminal or a sentence could stumble over.
fn odd_names() -> Vec<OsString> {
    let names: [&[u8]; 6] = [
        b"my level.ron",
        b"it's \"mine\".ron",
        b"$(touch here) `x` & y; *?.ron",
        b"-o.ron",
        b"two\nlines \x1b[31mred\x07.ron",
        b"no\xfftext.ron",
    ];
    names.into_iter().map(|name| OsStr::from_bytes(name).to_owned()).collect()
}

/// The commands that `new` prints do what they say when they are pasted into a shell.
#[test]
fn commands_that_are_printed_can_be_pasted() {
    let folder = Folder::new("pasted");
    for name in odd_names() {
        let mut new = program();
        new.current_dir(&folder).args([OsStr::new("new"), OsStr::new("--"), &name]);
        let (code, stdout, stderr) = outcome(new.output().unwrap());
        if stderr.contains("cannot be written") {
            continue; // Not every file system takes such a name.
        }
        assert_eq!(code, 0, "{stderr}");
        let line = stdout.lines().find(|line| line.contains("footpath check")).unwrap();
        let command = line.split("  look for mistakes").next().unwrap().trim();
        let mut shell = Command::new("bash");
        shell.current_dir(&folder).arg("-c").arg(command.replacen("footpath", "\"$FOOTPATH\"", 1));
        let (code, stdout, stderr) = outcome(shell.env("FOOTPATH", program().get_program()).output().unwrap());
        assert_eq!(code, 0, "{command}: {stderr}");
        assert!(stdout.starts_with("1 level: no mistakes"), "{command}: {stdout}");
    }
    assert!(!folder.names().contains(&"here".to_owned()));
}

/// What is printed has no control character of a name, and names the file.
#[test]
fn names_that_are_printed_cannot_speak_to_the_terminal() {
    let folder = Folder::new("odd-names");
    for name in odd_names() {
        let path = folder.as_ref().join(&name);
        if fs::write(&path, LEVEL.replace("version:", "version")).is_err() {
            continue; // Not every file system takes such a name.
        }
        let of = |arguments: &[&str], path: &Path| {
            let (code, stdout, stderr) = outcome(program().args(arguments).arg(path).output().unwrap());
            assert!(code > 0, "{arguments:?} {path:?}");
            let printed = stdout + &stderr;
            let end = if name.as_bytes().contains(&0x1b) { "lines \\u{1b}[31mred\\u{7}.ron" } else { ".ron" };
            assert!(printed.contains(end), "{arguments:?}: {printed}");
            assert!(
                !printed.contains(|letter: char| letter.is_control() && letter != '\n'),
                "{arguments:?}: {printed:?}"
            );
        };
        for arguments in [&["check"][..], &["fmt"], &["simulate", "--seconds", "1"], &["replay", "--verify"], &["new"]]
        {
            of(arguments, &path);
        }
        let none = folder.as_ref().join("none").join(&name);
        for arguments in [&["check"][..], &["fmt"], &["simulate", "--seconds", "1"], &["new"], &[]] {
            of(arguments, &none);
        }
    }
}
