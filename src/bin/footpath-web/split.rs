//! The game's wasm in two parts: what runs until the first frame is drawn, and the rest, which the page loads while that frame
//! is on the screen.
//!
//! What belongs to the first part is found by a trial: Binaryen's wasm-split adds a counter to every function, a browser
//! without a window plays the page up to its first frame, and wasm-split puts the functions that have run into the first part.
//! A function of the first part calls one of the second by way of a table, where the page's placeholders stand until the second
//! part is there.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tiny_http::{Method, Response, Server};

use crate::note;
use crate::serve;
use crate::site;
use crate::wasm::{FEATURES, ProjectPaths, Wasm};

/// The names that Chromium's program has on the systems where it is on the path.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A browser without a window, which draws without a graphics card, keeps nothing and asks nobody else for anything.
const BROWSER_FLAGS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
];

/// The windows in which the page is played, and how many pixels of the screen a pixel of theirs is wide: of a desk, of a
/// large one, in which everything is larger, and of a phone upright and on its side, where panels lie elsewhere.
const WINDOWS: [(&str, u32); 5] = [("1280,720", 1), ("1280,720", 2), ("2560,1440", 1), ("390,844", 3), ("844,390", 2)];

/// How often the script of the trial visits the page.
const VISITS: usize = 3;

/// How long a visit may take. It takes three seconds on a quiet computer.
const PATIENCE: Duration = Duration::from_secs(120);

/// Where the trial's page sends what has run, and what it is told to do so by.
const PROFILE: &str = "/profile";
const TRIAL_SCRIPT: &str = "trial.js";

/// The name of the custom section by which the page sees that two parts belong together.
const SECTION: &str = "build";

/// Splits the game's wasm where wasm-split and Chromium are installed; nothing depends on it. What was made before of the same
/// wasm is taken as it is.
///
/// # Errors
/// A file could not be read or written.
pub fn split(project: &ProjectPaths, wasm: Wasm) -> Result<Wasm, String> {
    let whole = fs::read(&wasm.game).map_err(|error| format!("cannot read {}: {error}", wasm.game.display()))?;
    let Some(browser) = BROWSERS.into_iter().find(|program| starts(program)).filter(|_| starts("wasm-split")) else {
        note("note: with wasm-split (of Binaryen) and Chromium installed, the first frame would come sooner");
        return Ok(wasm);
    };
    let [first, rest, origin] =
        ["first.wasm", "rest.wasm", "split.origin"].map(|ending| wasm.game.with_extension(ending));
    let script = project.root.join("assets/web").join(TRIAL_SCRIPT);
    let made_of = fs::read(&script)
        .map(|script| [whole.clone(), script].concat())
        .map_err(|error| format!("cannot read {}: {error}", script.display()))?;
    if !(first.is_file() && rest.is_file() && fs::read(&origin).is_ok_and(|known| known == made_of)) {
        // Until the new ones are whole there is none.
        let _ = fs::remove_file(&origin);
        let trial = StartupTrial { project, wasm: &wasm, folder: project.target.join("web-trial"), script, browser };
        if let Err(reason) = trial.run().and_then(|profile| trial.split(&profile, &first, &rest)) {
            note(format_args!("note: the wasm stays in one part, because {reason}"));
            return Ok(wasm);
        }
        mark(&[&first, &rest], &whole)?;
        // Without it the trial is made once more next time.
        let _ = fs::write(&origin, made_of);
    }
    Ok(Wasm { game: first, rest: Some(rest), importer: wasm.importer })
}

/// Whether a program is installed.
fn starts(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A trial that finds out what runs until the first frame, with all that it needs.
struct StartupTrial<'a> {
    project: &'a ProjectPaths,
    wasm: &'a Wasm,
    /// Where the page lies that is played.
    folder: PathBuf,
    /// What the page does beside what it always does.
    script: PathBuf,
    browser: &'static str,
}

impl StartupTrial<'_> {
    /// Plays the page up to its first frame in each window, as often as its script does: what has run each time, in
    /// wasm-split's own form.
    fn run(&self) -> Result<Vec<Vec<u8>>, String> {
        let counting = self.wasm.game.with_extension("counting.wasm");
        wasm_split(Command::new("wasm-split").arg("--instrument").arg(&self.wasm.game).arg("-o").arg(&counting))?;
        let wasm = Wasm { game: counting, rest: None, importer: self.wasm.importer.clone() };
        site::lay_out(&self.project.root, &self.project.loader, &wasm, &self.folder)?;
        self.add_script()?;
        let server = serve::bind(Some(0))?;
        let profiles = thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            let (server, folder) = (&server, &self.folder);
            scope.spawn(move || answer(server, folder, &send));
            let address = format!("http://{}/", server.server_addr());
            let profiles: Result<Vec<_>, String> =
                WINDOWS.into_iter().map(|window| self.play(&address, window, &receive)).collect();
            server.unblock();
            profiles
        });
        let _ = fs::remove_dir_all(&self.folder);
        profiles.map(|profiles| profiles.concat())
    }

    fn add_script(&self) -> Result<(), String> {
        let page = self.folder.join("index.html");
        fs::copy(&self.script, self.folder.join(TRIAL_SCRIPT))
            .and_then(|_| fs::read_to_string(&page))
            .and_then(|text| {
                fs::write(&page, text.replace("</head>", "<script src=\"trial.js\" defer></script></head>"))
            })
            .map_err(|error| format!("the page of the trial cannot be written: {error}"))
    }

    /// Has the browser open the page, and waits for what the page sends.
    fn play(
        &self,
        address: &str,
        (window, pixels): (&str, u32),
        profiles: &mpsc::Receiver<Vec<u8>>,
    ) -> Result<Vec<Vec<u8>>, String> {
        // Nobody has been there before.
        let user = self.folder.join(format!("user-{window}-{pixels}"));
        let browser: Result<Child, String> = Command::new(self.browser)
            .args(BROWSER_FLAGS)
            .arg(format!("--user-data-dir={}", user.display()))
            .arg(format!("--window-size={window}"))
            .arg(format!("--force-device-scale-factor={pixels}"))
            .arg(address)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", self.browser));
        let mut browser = browser?;
        let came: Result<Vec<Vec<u8>>, _> = (0..VISITS).map(|_| profiles.recv_timeout(PATIENCE)).collect();
        let _ = browser.kill();
        let _ = browser.wait();
        came.map_err(|_| format!("{} has not drawn a frame within {} s", self.browser, PATIENCE.as_secs()))
    }

    /// Splits the wasm by what has run.
    fn split(&self, profiles: &[Vec<u8>], first: &Path, rest: &Path) -> Result<(), String> {
        let file = |name: &str| self.wasm.game.with_extension(name);
        let mut merge = Command::new("wasm-split");
        merge.arg("--merge-profiles").arg("-o").arg(file("profile"));
        for (visit, profile) in profiles.iter().enumerate() {
            let path = file(&format!("profile-{visit}"));
            fs::write(&path, profile).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            merge.arg(path);
        }
        wasm_split(&mut merge)?;
        let mut command = Command::new("wasm-split");
        command.arg(&self.wasm.game).arg("--profile").arg(file("profile"));
        command.args(["--import-namespace=first", "--placeholder-namespace=later", "--export-prefix=%"]);
        wasm_split(command.arg("-o1").arg(first).arg("-o2").arg(rest))
    }
}

fn wasm_split(command: &mut Command) -> Result<(), String> {
    let output = command.args(FEATURES).output().map_err(|error| format!("wasm-split does not start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("wasm-split failed:\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// Answers the page of the trial, and hands on what it sends, until the server is told to stop.
fn answer(server: &Server, folder: &Path, profile: &mpsc::Sender<Vec<u8>>) {
    for mut request in server.incoming_requests() {
        if *request.method() == Method::Post && request.url() == PROFILE {
            let mut bytes = Vec::new();
            if request.as_reader().read_to_end(&mut bytes).is_ok() {
                let _ = profile.send(bytes);
            }
            let _ = request.respond(Response::empty(204));
        } else {
            let folder = folder.to_owned();
            thread::spawn(move || serve::respond(&folder, request));
        }
    }
}

/// Writes into the parts which wasm they are of.
fn mark(parts: &[&Path], whole: &[u8]) -> Result<(), String> {
    let mut hash = DefaultHasher::new();
    whole.hash(&mut hash);
    let section = custom_section(SECTION, &format!("{:016x}", hash.finish()));
    for part in parts {
        let marked = fs::read(part).map(|bytes| [bytes, section.clone()].concat());
        marked
            .and_then(|bytes| fs::write(part, bytes))
            .map_err(|error| format!("cannot mark {}: {error}", part.display()))?;
    }
    Ok(())
}

/// A custom section of a wasm module: WebAssembly Core Specification, 5.5.3. Its name and its content are shorter than 128
/// bytes together, so that every length is one byte.
fn custom_section(name: &str, content: &str) -> Vec<u8> {
    let length = |length: usize| u8::try_from(length).ok().filter(|length| *length < 128).expect("it is short");
    let mut section = vec![0, length(1 + name.len() + content.len()), length(name.len())];
    section.extend_from_slice(name.as_bytes());
    section.extend_from_slice(content.as_bytes());
    section
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read as _, Write as _};
    use std::net::TcpStream;

    #[test]
    fn a_section_is_written_as_the_specification_says() {
        assert_eq!(custom_section("build", "0f"), [0, 8, 5, b'b', b'u', b'i', b'l', b'd', b'0', b'f']);
    }

    #[test]
    fn both_parts_of_one_wasm_get_the_same_mark_and_those_of_another_do_not() {
        let folder = std::env::temp_dir().join(format!("footpath-mark-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [first, rest, other] = ["first", "rest", "other"].map(|name| folder.join(name));
        for part in [&first, &rest, &other] {
            fs::write(part, b"\0asm").unwrap();
        }
        mark(&[&first, &rest], b"one wasm").unwrap();
        mark(&[&other], b"another").unwrap();
        assert_eq!(fs::read(&first).unwrap(), fs::read(&rest).unwrap());
        assert_ne!(fs::read(&first).unwrap(), fs::read(&other).unwrap());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_a_page_sends_is_handed_on() {
        let server = serve::bind(Some(0)).unwrap();
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| answer(&server, Path::new("/no/such/folder"), &send));
            let mut page = TcpStream::connect(server.server_addr().to_string()).unwrap();
            let request = "POST /profile HTTP/1.1\r\nHost: it\r\nContent-Length: 3\r\nConnection: close\r\n\r\nran";
            page.write_all(request.as_bytes()).unwrap();
            let mut answered = String::new();
            page.read_to_string(&mut answered).unwrap();
            assert!(answered.starts_with("HTTP/1.1 204"), "{answered}");
            assert_eq!(receive.recv().unwrap(), b"ran");
            server.unblock();
        });
    }
}
