//! Which requests are served.
//!
//! The files of the page are no secret. They go to every request whose `Host` header is ours, which prevents DNS
//! rebinding. The socket carries everything else. It needs an `Origin` header that is ours, against pages of other
//! sites. Its first message, which no proxy logs, shows the key that the printed address contains, or the pass of a
//! seat, which opens that seat alone: every program on the machine, and on another address than loopback every device in
//! the network, can reach the port.

use super::key::random_key;
use crate::command_error::CommandError;
use crate::messages::Opening;
use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use platform::lock;
use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How long a token is valid. A browser may take long to start.
const TOKEN_TIME: Duration = Duration::from_secs(120);

/// What a request must show to be served.
#[derive(Debug)]
pub struct AccessRules {
    key: String,
    /// The address on which the server listens.
    address: SocketAddr,
    /// Further host names. A name without a port is accepted with every port.
    names: Vec<String>,
    /// A one-time replacement for the key, and when it expires.
    token: Mutex<Option<(String, Instant)>>,
    /// The passes of the seats at the tables.
    passes: Mutex<Vec<String>>,
}

/// How a page is admitted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Admission {
    /// The key, if the page has shown a token, which is invalid from now on.
    pub new_key: Option<String>,
    /// The pass of the seat that the page takes.
    pub pass: Option<String>,
    /// Whether the page is the owner's: it has shown the key or a token.
    pub is_owners: bool,
}

/// Why a request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The `Host` header names another server.
    Host,
    /// The request comes from a page of another site.
    Origin,
}

impl Refusal {
    /// Describes the refusal for a person or a program.
    pub fn text(self) -> &'static str {
        match self {
            Self::Host => {
                "refused: the request is for another host; 'ozutsu board --host NAME' accepts another name"
            }
            Self::Origin => "refused: the request comes from another site",
        }
    }
}

impl AccessRules {
    /// Creates rules with a key, for an address and further names of it.
    pub fn new(key: String, address: SocketAddr, names: Vec<String>) -> Self {
        Self { key, address, names, token: Mutex::default(), passes: Mutex::default() }
    }

    /// Admits pages that show one of these passes, in place of those before.
    pub fn admit(&self, passes: Vec<String>) {
        *lock(&self.passes) = passes;
    }

    /// Returns the address of the page, with the key. Browsers do not send what follows `#`.
    pub fn url(&self) -> String {
        format!("{}#key={}", self.page(), self.key)
    }

    /// Returns the address of the page with a new token, for a command line, which other users of the machine
    /// can read.
    pub fn url_with_token(&self) -> io::Result<String> {
        let token = random_key()?;
        let url = format!("{}#token={token}", self.page());
        *lock(&self.token) = Some((token, Instant::now() + TOKEN_TIME));
        Ok(url)
    }

    fn page(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(network_address(address.is_ipv6()).unwrap_or(address.ip()));
        }
        format!("http://{address}/")
    }

    /// Checks the host of a request that arrived at a local address.
    pub fn check_host(&self, headers: &HeaderMap, local: SocketAddr) -> Result<(), Refusal> {
        let host = header(headers, HOST).ok_or(Refusal::Host)?;
        let is_known = self.is_local(&host, local) || self.is_name(&host);
        if is_known { Ok(()) } else { Err(Refusal::Host) }
    }

    /// Checks what the first message of a page shows. A page that shows a pass needs no key, but a key does not open a
    /// seat.
    pub fn admit_page(&self, shown: &Opening) -> Result<Admission, CommandError> {
        if let Some(pass) = &shown.seat {
            let passes = lock(&self.passes);
            if !passes.iter().fold(false, |found, valid| found | is_same(valid, pass)) {
                return Err(CommandError::NoSeat);
            }
        }
        let pass = shown.seat.clone();
        match self.check_key(shown) {
            Ok(new_key) => Ok(Admission { new_key, pass, is_owners: true }),
            Err(_) if pass.is_some() => Ok(Admission { new_key: None, pass, is_owners: false }),
            Err(refusal) => Err(refusal),
        }
    }

    /// Checks the key or the token. Returns the key in place of the token.
    fn check_key(&self, shown: &Opening) -> Result<Option<String>, CommandError> {
        if shown.key.as_ref().is_some_and(|key| is_same(&self.key, key)) {
            return Ok(None);
        }
        let mut valid = lock(&self.token);
        let is_valid =
            shown.token.as_ref().zip(valid.as_ref()).is_some_and(|(token, (valid, end))| {
                is_same(valid, token) && Instant::now() < *end
            });
        if !is_valid {
            return Err(CommandError::Key);
        }
        *valid = None;
        Ok(Some(self.key.clone()))
    }

    /// Checks that a request comes from a page of this server. A proxy may have changed the host or the scheme.
    pub fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let is_ours = || {
            let origin = header(headers, ORIGIN)?;
            let host = header(headers, HOST)?;
            let (scheme, name) = origin.split_once("://")?;
            let is_own =
                scheme == "http" && without_default_port(name) == without_default_port(&host);
            Some(is_own || matches!(scheme, "http" | "https") && self.is_name(name))
        };
        if is_ours() == Some(true) { Ok(()) } else { Err(Refusal::Origin) }
    }

    fn is_local(&self, host: &str, local: SocketAddr) -> bool {
        let local = SocketAddr::new(local.ip().to_canonical(), local.port());
        let localhost = local.ip().is_loopback().then(|| format!("localhost:{}", local.port()));
        let host = without_default_port(host);
        [local.to_string()]
            .iter()
            .chain(&localhost)
            .any(|known| without_default_port(known) == host)
    }

    fn is_name(&self, host: &str) -> bool {
        let is_port = |port: &str| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
        let name = host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |(n, _)| n);
        self.names.iter().any(|known| known == host || known == name)
    }
}

/// Returns a header that may not be given twice, in lower case.
fn header(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then(|| value.to_ascii_lowercase())
}

/// Browsers leave out the default port of HTTP.
fn without_default_port(host: &str) -> &str {
    host.strip_suffix(":80").unwrap_or(host)
}

/// Compares in constant time, so that the time does not tell how much of a guess is right.
fn is_same(secret: &str, guess: &str) -> bool {
    let (secret, guess) = (secret.as_bytes(), guess.as_bytes());
    secret.len() == guess.len()
        && secret.iter().zip(guess).fold(0, |diff, (a, b)| diff | (a ^ b)) == 0
}

/// Returns the address of this machine from which it reaches others, without sending anything.
fn network_address(is_v6: bool) -> Option<IpAddr> {
    let (any, remote) =
        if is_v6 { ("[::]:0", "[2001:db8::1]:9") } else { ("0.0.0.0:0", "192.0.2.1:9") };
    let socket = UdpSocket::bind(any).ok()?;
    socket.connect(remote).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0123456789abcdef";

    /// The first message of a page that shows a key, a token or a pass.
    fn show(key: Option<&str>, token: Option<&str>, pass: Option<&str>) -> Opening {
        let [key, token, seat] = [key, token, pass].map(|text| text.map(ToOwned::to_owned));
        Opening { key, token, seat, ..Opening::default() }
    }

    fn rules(local: &str, names: &[&str]) -> AccessRules {
        let names = names.iter().map(|&name| name.into()).collect();
        AccessRules::new(KEY.into(), local.parse().unwrap(), names)
    }

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let origin = origin.map(|origin| (ORIGIN, origin.parse().unwrap()));
        [(HOST, host.parse().unwrap())].into_iter().chain(origin).collect()
    }

    /// Checks a request for a socket.
    fn check(rules: &AccessRules, host: &str, origin: &str) -> Result<(), Refusal> {
        let headers = headers(host, Some(origin));
        rules.check_host(&headers, rules.address)?;
        rules.check_origin(&headers)
    }

    #[test]
    fn a_page_must_show_the_key() {
        let rules = rules("127.0.0.1:4000", &[]);
        let owner = Admission { is_owners: true, ..Admission::default() };
        assert_eq!(rules.admit_page(&show(Some(KEY), None, None)), Ok(owner));
        for wrong in ["", "0123456789abcdee", "0123456789abcdef0"] {
            let refused = rules.admit_page(&show(Some(wrong), None, None));
            assert_eq!(refused, Err(CommandError::Key), "{wrong}");
        }
        assert_eq!(rules.admit_page(&show(None, None, None)), Err(CommandError::Key));
    }

    #[test]
    fn a_token_is_exchanged_for_the_key_once() {
        let rules = rules("127.0.0.1:4000", &[]);
        let admit = |token| rules.admit_page(&show(Some("old"), Some(token), None));
        assert_eq!(admit(""), Err(CommandError::Key));
        let url = rules.url_with_token().unwrap();
        assert!(!url.contains(KEY) && rules.url().ends_with(KEY));
        let token = url.strip_prefix("http://127.0.0.1:4000/#token=").unwrap();
        assert_eq!(admit("0"), Err(CommandError::Key));
        let admission = admit(token).unwrap();
        assert!(admission.new_key.as_deref() == Some(KEY) && admission.is_owners);
        assert_eq!(admit(token), Err(CommandError::Key));
        let url = rules.url_with_token().unwrap();
        rules.token.lock().unwrap().as_mut().unwrap().1 = Instant::now();
        assert_eq!(admit(url.rsplit_once('=').unwrap().1), Err(CommandError::Key));
    }

    #[test]
    fn a_pass_opens_its_seat_alone() {
        let rules = rules("127.0.0.1:4000", &[]);
        let admit = |pass, key| rules.admit_page(&show(key, None, Some(pass)));
        assert_eq!(admit("", Some(KEY)), Err(CommandError::NoSeat));
        rules.admit(vec!["black".into(), "white".into()]);
        let guest = admit("white", None).unwrap();
        let pass = Some("white".to_owned());
        assert_eq!(guest, Admission { pass: pass.clone(), ..Admission::default() });
        assert_eq!(admit("white", Some("wrong")), Ok(guest));
        let owner = Admission { pass, is_owners: true, new_key: None };
        assert_eq!(admit("white", Some(KEY)), Ok(owner));
        // Neither is the pass a key, nor the key a pass.
        assert_eq!(rules.admit_page(&show(Some("white"), None, None)), Err(CommandError::Key));
        assert_eq!(admit(KEY, Some(KEY)), Err(CommandError::NoSeat));
        rules.admit(vec!["black".into()]);
        assert_eq!(admit("white", None), Err(CommandError::NoSeat));
    }

    #[test]
    fn other_hosts_are_refused() {
        let rules = rules("127.0.0.1:4000", &[]);
        for host in ["127.0.0.1:4000", "localhost:4000", "LOCALHOST:4000"] {
            assert_eq!(rules.check_host(&headers(host, None), rules.address), Ok(()), "{host}");
        }
        for host in
            ["evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "127.0.0.1.evil.example:4000"]
        {
            let refused = rules.check_host(&headers(host, None), rules.address);
            assert_eq!(refused, Err(Refusal::Host), "{host}");
        }
        assert_eq!(rules.check_host(&HeaderMap::new(), rules.address), Err(Refusal::Host));
        let mut twice = headers("127.0.0.1:4000", None);
        twice.append(HOST, "evil.example".parse().unwrap());
        assert_eq!(rules.check_host(&twice, rules.address), Err(Refusal::Host));
    }

    #[test]
    fn an_address_of_the_network_is_its_own_host_and_origin() {
        let (local, origin) = ("192.168.1.5:4000", "http://192.168.1.5:4000");
        let own = rules(local, &[]);
        assert_eq!(check(&own, local, origin), Ok(()));
        assert_eq!(check(&own, "localhost:4000", "http://localhost:4000"), Err(Refusal::Host));
        assert_eq!(check(&own, "127.0.0.1:4000", "http://127.0.0.1:4000"), Err(Refusal::Host));
        assert_eq!(check(&own, local, "http://127.0.0.1:4000"), Err(Refusal::Origin));
        let six = rules("[::1]:4000", &[]);
        assert_eq!(check(&six, "[::1]:4000", "http://[::1]:4000"), Ok(()));
    }

    #[test]
    fn other_origins_are_refused() {
        let rules = rules("127.0.0.1:4000", &[]);
        let host = "127.0.0.1:4000";
        for origin in [
            "http://evil.example",
            "http://127.0.0.1:4001",
            "https://127.0.0.1:4000",
            "null",
            "http://localhost:4000",
        ] {
            assert_eq!(check(&rules, host, origin), Err(Refusal::Origin), "{origin}");
        }
        assert_eq!(check(&rules, host, "http://127.0.0.1:4000"), Ok(()));
    }

    #[test]
    fn further_names_are_hosts_and_origins() {
        let rules = rules("172.17.0.2:4000", &["board.example", "localhost:9000"]);
        for (host, origin) in [
            ("board.example", "https://board.example"),
            ("Board.Example:8443", "https://board.example:8443"),
            ("localhost:9000", "http://localhost:9000"),
            // A proxy that does not pass the host on.
            ("172.17.0.2:4000", "https://board.example"),
        ] {
            assert_eq!(check(&rules, host, origin), Ok(()), "{host} {origin}");
        }
        for host in ["localhost:9001", "localhost", "example", "x.board.example", "board.example:"]
        {
            let refused = check(&rules, host, &format!("http://{host}"));
            assert_eq!(refused, Err(Refusal::Host), "{host}");
        }
        let foreign = check(&rules, "board.example", "https://evil.example");
        assert_eq!(foreign, Err(Refusal::Origin));
        assert_eq!(check(&rules, "board.example", "ftp://board.example"), Err(Refusal::Origin));
    }

    #[test]
    fn the_default_port_may_be_left_out() {
        for (local, host) in
            [("127.0.0.1:80", "127.0.0.1"), ("127.0.0.1:80", "localhost"), ("[::1]:80", "[::1]")]
        {
            let rules = rules(local, &[]);
            for host in [host, &format!("{host}:80")] {
                assert_eq!(check(&rules, host, &format!("http://{host}")), Ok(()), "{host}");
            }
            assert_eq!(check(&rules, host, "http://evil.example"), Err(Refusal::Origin));
        }
        let rules = rules("127.0.0.1:80", &[]);
        for host in ["evil.example", "evil.example:80", "127.0.0.1:8080"] {
            assert_eq!(check(&rules, host, "http://127.0.0.1"), Err(Refusal::Host), "{host}");
        }
    }
}
