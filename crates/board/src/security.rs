//! Which requests are served: those of a page that knows the key, on this machine and of this program.
//!
//! Every program on the machine and every page in the browser can reach a port on the loopback
//! address. So a request needs the key that only the printed address contains, first in the query and
//! then in a cookie. The `Host` header must be ours, against DNS rebinding, and the `Origin` header
//! too, against pages of other sites and ports, to which the browser would add the cookie.

use hyper::header::{COOKIE, HOST, HeaderMap, HeaderValue, ORIGIN};
use std::io;

/// The header that says from where a browser sends a request.
const SEC_FETCH_SITE: &str = "sec-fetch-site";

/// What a request must show to be served.
#[derive(Clone, Debug)]
pub struct AccessRules {
    key: String,
    port: u16,
}

/// Why a request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The `Host` header names another server.
    Host,
    /// The request comes from a page of another site.
    Origin,
    /// The key is missing or wrong.
    Key,
}

impl Refusal {
    /// Describes the refusal for a person or a program.
    pub fn text(self) -> &'static str {
        match self {
            Self::Host => "refused: the request is for another host",
            Self::Origin => "refused: the request comes from another site",
            Self::Key => {
                "refused: the key is missing or wrong; open the address that 'ozutsu board' printed"
            }
        }
    }
}

impl AccessRules {
    /// Creates rules with a new random key.
    pub fn new(port: u16) -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        let key = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { key, port })
    }

    /// Returns the address of the page, with the key.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?key={}", self.port, self.key)
    }

    /// Returns the value of the `Set-Cookie` header that gives the key to the page's later requests.
    pub fn set_cookie(&self) -> String {
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie_name(), self.key)
    }

    /// The name contains the port because cookies are shared by all ports of a host.
    fn cookie_name(&self) -> String {
        format!("ozutsu_board_{}", self.port)
    }

    /// Checks a request by its headers and the key in its query, if there is one.
    pub fn check(&self, headers: &HeaderMap, query_key: Option<&str>) -> Result<(), Refusal> {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let host = hosts.iter().find(|known| Some(known.as_str()) == host).ok_or(Refusal::Host)?;
        let is_own =
            |origin: &HeaderValue| origin.as_bytes() == format!("http://{host}").as_bytes();
        let fetch_site = headers.get(SEC_FETCH_SITE).map(HeaderValue::as_bytes);
        let from_elsewhere = match fetch_site {
            // An address that is typed in, clicked in another program, or a request of the page.
            None | Some(b"none" | b"same-origin") => false,
            // A link or a redirect on another page may open the board, but only with the key.
            Some(_) => query_key.is_none(),
        };
        if from_elsewhere || headers.get(ORIGIN).is_some_and(|origin| !is_own(origin)) {
            return Err(Refusal::Origin);
        }
        let name = self.cookie_name();
        let cookies = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
        let has_cookie = cookies.flat_map(|cookies| cookies.split(';')).any(|cookie| {
            cookie.trim().split_once('=').is_some_and(|(n, key)| n == name && self.is_key(key))
        });
        match has_cookie || query_key.is_some_and(|key| self.is_key(key)) {
            true => Ok(()),
            false => Err(Refusal::Key),
        }
    }

    /// Compares in constant time, so that the time does not tell how much of a guess is right.
    fn is_key(&self, guess: &str) -> bool {
        let (key, guess) = (self.key.as_bytes(), guess.as_bytes());
        key.len() == guess.len()
            && key.iter().zip(guess).fold(0, |diff, (a, b)| diff | (a ^ b)) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: &[(&'static str, String)], query_key: Option<&str>) -> Result<(), Refusal> {
        let rules = AccessRules { key: "0123456789abcdef".into(), port: 4000 };
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        rules.check(&map, query_key)
    }

    fn header(name: &'static str, value: &str) -> (&'static str, String) {
        (name, value.into())
    }

    #[test]
    fn the_key_is_accepted_in_the_query_and_in_the_cookie() {
        let host = || header("host", "127.0.0.1:4000");
        assert_eq!(check(&[host()], Some("0123456789abcdef")), Ok(()));
        assert_eq!(check(&[header("host", "localhost:4000")], Some("0123456789abcdef")), Ok(()));
        let cookie = header("cookie", "other=1; ozutsu_board_4000=0123456789abcdef");
        assert_eq!(check(&[host(), cookie], None), Ok(()));
        for wrong in ["", "0123456789abcdee", "0123456789abcdef0"] {
            assert_eq!(check(&[host()], Some(wrong)), Err(Refusal::Key), "{wrong}");
        }
        assert_eq!(check(&[host()], None), Err(Refusal::Key));
        let other_port = header("cookie", "ozutsu_board_4001=0123456789abcdef");
        assert_eq!(check(&[host(), other_port], None), Err(Refusal::Key));
    }

    #[test]
    fn other_hosts_are_refused() {
        let key = Some("0123456789abcdef");
        for host in
            ["evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "127.0.0.1.evil.example:4000"]
        {
            assert_eq!(check(&[header("host", host)], key), Err(Refusal::Host), "{host}");
        }
        assert_eq!(check(&[], key), Err(Refusal::Host));
    }

    #[test]
    fn other_origins_are_refused() {
        let key = Some("0123456789abcdef");
        let host = || header("host", "127.0.0.1:4000");
        for origin in
            ["http://evil.example", "http://127.0.0.1:4001", "null", "http://localhost:4000"]
        {
            let headers = [host(), header("origin", origin)];
            assert_eq!(check(&headers, key), Err(Refusal::Origin), "{origin}");
        }
        assert_eq!(check(&[host(), header("origin", "http://127.0.0.1:4000")], key), Ok(()));
        let cookie = || header("cookie", "ozutsu_board_4000=0123456789abcdef");
        for (site, expected) in [
            ("none", Ok(())),
            ("same-origin", Ok(())),
            ("same-site", Err(Refusal::Origin)),
            ("cross-site", Err(Refusal::Origin)),
        ] {
            let headers = [host(), cookie(), header("sec-fetch-site", site)];
            assert_eq!(check(&headers, None), expected, "{site}");
        }
    }

    #[test]
    fn keys_differ() {
        let keys = [0, 1].map(|_| AccessRules::new(1).unwrap().key);
        assert!(keys[0] != keys[1] && keys[0].len() == 32, "{keys:?}");
    }
}
