"""Settings: where a value comes from, and that every wrong one is named with its origin and what is allowed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from qa_appliance.cli.configuration import read_settings
from qa_appliance.core.errors import Invalid
from qa_appliance.model.endpoint import endpoints
from qa_appliance.oidc.roles import RoleRule, given, rules_of
from qa_appliance.settings import web_address
from qa_appliance.settings_index import leaves


def env(folder: Path, **variables: str) -> dict[str, str]:
    return {"QA_APPLIANCE_DATA_DIR": str(folder)} | {f"QA_APPLIANCE_{k}": v for k, v in variables.items()}


WRONG: list[tuple[dict[tuple[str, ...], Any], dict[str, str], str, list[str]]] = [
    # flags, environment, config.toml, what the message has to say
    ({("port",): "abc"}, {}, "", ["flag --port is 'abc'", "a port from 0 to 65535"]),
    ({("port",): "70000"}, {}, "", ["flag --port is '70000'"]),
    ({}, {"PORT": "-1"}, "", ["QA_APPLIANCE_PORT is '-1'"]),
    ({}, {"BROWSERS": "0"}, "", ["QA_APPLIANCE_BROWSERS is '0'", "from 1 to 256"]),
    ({}, {"EVIDENCE_VIDEO": "maybe"}, "", ["QA_APPLIANCE_EVIDENCE_VIDEO is 'maybe'", "true or false"]),
    ({}, {"UPGRADE_URL": "qa.example.com"}, "", ["QA_APPLIANCE_UPGRADE_URL", "https://"]),
    ({}, {"LIMITS_TRIGGER_PER_MINUTE": "0"}, "", ["QA_APPLIANCE_LIMITS_TRIGGER_PER_MINUTE is '0'"]),
    ({}, {}, "port = true", ["port in ", "config.toml is True"]),
    ({}, {}, "[limits]\napiGlobalPerMinute = 0.5", ["limits.apiGlobalPerMinute in "]),
    ({}, {}, "prot = 1", ["unknown key prot", "did you mean port?"]),
    ({}, {}, "dataDir = '/x'", ["unknown key dataDir"]),  # it names where this very file lies
    ({}, {}, "limits = 3", ["unknown key limits"]),
    ({}, {}, "[limits]\napiGlobalPrMinute = 3", ["limits.apiGlobalPrMinute", "mean limits.apiGlobalPerMinute?"]),
    ({}, {}, "port = ", ["config.toml cannot be read"]),
    ({}, {"RUNS_HEARTBEAT_SECONDS": "180"}, "", ["runs.staleSeconds has to be more than runs.heartbeatSeconds"]),
    ({}, {"TRUSTED_PROXIES": "10.0.0.0/8, proxy"}, "", ["QA_APPLIANCE_TRUSTED_PROXIES is", "addresses or ranges"]),
    ({}, {"BROWSER_ENDPOINT": "lab:3000"}, "", ["QA_APPLIANCE_BROWSER_ENDPOINT is", "ws://host:3000/"]),
    (
        {("browser_path",): "/bin/true"},
        {"BROWSER_ENDPOINT": "ws://lab:3000/"},
        "",
        ["browserPath and browserEndpoint exclude each other"],
    ),
    # several at once are all named
    ({("host",): ""}, {"PORT": "x"}, "browsers = 0", ["--host", "QA_APPLIANCE_PORT", "browsers in "]),
]


@pytest.mark.parametrize(("flags", "variables", "config", "words"), WRONG)
async def test_wrong_values_are_named(
    tmp_path: Path, flags: dict[tuple[str, ...], Any], variables: dict[str, str], config: str, words: list[str]
) -> None:
    (tmp_path / "config.toml").write_text(config)
    with pytest.raises(Invalid) as raised:
        read_settings(flags, env(tmp_path, **variables))
    assert [word for word in words if word not in str(raised.value)] == []


async def test_flag_beats_environment_beats_file_beats_default(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('port = 1\nhost = "a"\nbrowsers = 3\n[queue]\nfrontWaitSeconds = 1.5\n')
    settings = read_settings({("port",): "3"}, env(tmp_path, PORT="2", HOST="b"))
    assert (settings.port, settings.host, settings.browsers) == (3, "b", 3)
    assert (settings.queue.front_wait_seconds, settings.queue.total_wait_seconds) == (1.5, 600)
    assert settings.data_dir == tmp_path


async def test_lists_and_nested_names_from_the_environment(tmp_path: Path) -> None:
    variables = {"ALLOW": "loopback, *.example.com", "LIMITS_AUTH_FAILURES_PER_15_MINUTES": "7"}
    settings = read_settings({}, env(tmp_path, **variables))
    assert settings.allow == ("loopback", "*.example.com")
    assert settings.limits.auth_failures_per_15_minutes == 7


async def test_flags_not_given_do_not_hide_the_environment(tmp_path: Path) -> None:
    settings = read_settings({("port",): None, ("allow",): ()}, env(tmp_path, PORT="5", ALLOW="*"))
    assert (settings.port, settings.allow) == (5, ("*",))


async def test_the_contracts_values_are_the_defaults(tmp_path: Path) -> None:
    settings = read_settings({}, env(tmp_path))
    limits, line, runs = settings.limits, settings.queue, settings.runs
    assert (limits.api_global_per_minute, limits.trigger_per_minute, limits.active_per_minute) == (600, 30, 120)
    assert limits.auth_failures_per_15_minutes == 5
    assert (line.front_wait_seconds, line.total_wait_seconds) == (180, 600)
    assert (runs.heartbeat_seconds, runs.stale_seconds, runs.default_duration_minutes) == (60, 180, 10)


MODEL = {"LLM_BASE_URL": "http://lab:8000/v1, https://api.example.com/v1", "LLM_MODEL": "small"}


@pytest.mark.parametrize(
    ("variables", "config", "words"),
    [
        ({"LLM_BASE_URL": "http://lab:8000/v1"}, "", "go together"),
        ({"LLM_MODEL": "small"}, "", "go together"),
        ({"LLM_BASE_URL": "lab:8000", "LLM_MODEL": "small"}, "", "addresses such as"),
        (MODEL | {"LLM_MODEL": "a,b,c"}, "", "3 models for 2 endpoints"),
        (MODEL | {"LLM_API_KEY": "sk-a,sk-b,sk-c"}, "", "more keys than endpoints"),
        ({"LLM_BASE_URL": "http://me:sk-a@lab/v1", "LLM_MODEL": "small"}, "", "holds a password"),
        (MODEL | {"LLM_API_KEY": "sk-a", "LLM_API_KEY_FILE": "/no/such/sk-file"}, "", "exclude each other"),
        (MODEL | {"LLM_API_KEY_FILE": "/no/such/file"}, "", "/no/such/file cannot be read"),
        (MODEL, '[llm]\napiKey = ["sk-a"]', "unknown key llm.apiKey"),
    ],
)
async def test_wrong_settings_of_a_model(tmp_path: Path, variables: dict[str, str], config: str, words: str) -> None:
    (tmp_path / "config.toml").write_text(config)
    with pytest.raises(Invalid) as raised:
        read_settings({}, env(tmp_path, **variables))
    assert words in str(raised.value)
    assert "sk-a" not in str(raised.value).replace("me:sk-a@lab", "")


async def test_a_models_key_comes_from_a_file_or_a_variable_and_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("sk-file\n")
    by_file = read_settings({}, env(tmp_path, **MODEL, LLM_API_KEY_FILE=str(tmp_path / "key")))
    by_variable = read_settings({}, env(tmp_path, **MODEL, LLM_API_KEY="sk-one,sk-two"))
    assert [(each.model, str(each.key)) for each in endpoints(by_file.llm)] == [("small", "sk-file"), ("small", "")]
    assert [str(each.key) for each in endpoints(by_variable.llm)] == ["sk-one", "sk-two"]
    assert "sk-" not in repr(by_file)
    assert "sk-" not in repr(by_variable)
    assert endpoints(read_settings({}, env(tmp_path)).llm) == ()


PROXY = {"PROXY_URL": "http://proxy.lab:3128"}


@pytest.mark.parametrize(
    ("variables", "config", "words"),
    [
        ({"PROXY_URL": "http://ada:sk-a@proxy.lab"}, "", "http://host:port, https://… or socks5://…"),
        ({"PROXY_URL": "proxy.lab:3128"}, "", "http://host:port, https://… or socks5://…"),
        ({"PROXY_USER": "ada", "PROXY_PASSWORD": "sk-a"}, "", "say nothing without proxy.url or proxy.pac"),
        ({"PROXY_PAC": "/x.pac", "PROXY_URL": "http://proxy:1"}, "", "proxy.url and proxy.pac exclude each other"),
        ({"PROXY_PAC": "/x.pac", "PROXY_BYPASS": "*.lab"}, "", "proxy.bypass belongs to proxy.url"),
        (PROXY | {"PROXY_USER": "ada"}, "", "go together"),
        (PROXY | {"PROXY_PASSWORD": "sk-a"}, "", "go together"),
        (PROXY | {"PROXY_USER": "ada", "PROXY_PASSWORD_FILE": "/no/such/file"}, "", "/no/such/file cannot be read"),
        (
            PROXY | {"PROXY_USER": "ada", "PROXY_PASSWORD_FILE": "/f", "PROXY_PASSWORD": "sk-a"},
            "",
            "exclude each other",
        ),
        (PROXY, '[proxy]\npassword = "sk-a"', "unknown key proxy.password"),
    ],
)
async def test_wrong_settings_of_a_proxy(tmp_path: Path, variables: dict[str, str], config: str, words: str) -> None:
    (tmp_path / "config.toml").write_text(config)
    with pytest.raises(Invalid) as raised:
        read_settings({}, env(tmp_path, **variables))
    assert words in str(raised.value)


async def test_a_proxys_password_comes_from_a_file_or_a_variable_and_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("sk-file\n")
    signs_in = PROXY | {"PROXY_USER": "ada"}
    by_file = read_settings({}, env(tmp_path, **signs_in, PROXY_PASSWORD_FILE=str(tmp_path / "password"))).proxy
    by_variable = read_settings({}, env(tmp_path, **signs_in, PROXY_PASSWORD="sk-one")).proxy
    assert [str(by_file.password), str(by_variable.password)] == ["sk-file", "sk-one"]
    assert "sk-" not in f"{by_file!r}{by_variable!r}"
    assert read_settings({}, env(tmp_path)).proxy.bypass == ("private",)


OIDC = {
    "PUBLIC_URL": "https://qa.lab", "OIDC_ISSUER": "https://login.lab/realm", "OIDC_CLIENT_ID": "qa",
    "OIDC_CLIENT_SECRET": "sk-a",
}  # fmt: skip


@pytest.mark.parametrize(
    ("variables", "config", "words"),
    [
        ({"OIDC_ISSUER": "https://login.lab", "PUBLIC_URL": "https://qa.lab"}, "", "go together"),
        ({"OIDC_CLIENT_ID": "qa"}, "", "go together"),
        ({"OIDC_ISSUER": "https://login.lab", "OIDC_CLIENT_ID": "qa"}, "", "takes publicUrl"),
        (OIDC | {"OIDC_ISSUER": "http://login.lab"}, "", "has to be an https address"),
        (OIDC | {"OIDC_ISSUER": "https://ada:sk-b@login.lab"}, "", "has to be an https address"),
        (OIDC | {"OIDC_ISSUER": "https://login.lab/?tenant=1"}, "", "has to be an https address"),
        (OIDC | {"OIDC_CLIENT_SECRET_FILE": "/f"}, "", "exclude each other"),
        (OIDC | {"OIDC_SCOPES": "email"}, "", "has to name openid"),
        (OIDC | {"OIDC_ROLES": "testers=boss"}, "", "GROUP=ROLE"),
        (OIDC | {"OIDC_ROLES": "=member"}, "", "GROUP=ROLE"),
        (OIDC | {"OIDC_CREATE": "true"}, "", "says nothing without oidc.roles"),
        (OIDC | {"OIDC_EMAIL_DOMAINS": "ada@lab.example"}, "", "domains such as"),
        (OIDC, '[oidc]\nclientSecret = "sk-c"', "unknown key oidc.clientSecret"),
    ],
)
async def test_wrong_settings_of_a_provider(tmp_path: Path, variables: dict[str, str], config: str, words: str) -> None:
    (tmp_path / "config.toml").write_text(config)
    with pytest.raises(Invalid) as raised:
        read_settings({}, env(tmp_path, **variables))
    assert words in str(raised.value)
    assert "sk-" not in str(raised.value)


async def test_a_providers_secret_comes_from_a_file_or_a_variable_and_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("sk-file\n")
    (tmp_path / "config.toml").write_text('[oidc]\nroles = ["cn=qa,ou=lab=member:Lab, North", "*=viewer"]')
    by_variable = read_settings({}, env(tmp_path, **OIDC)).oidc
    by_file = read_settings(
        {}, env(tmp_path, **OIDC | {"OIDC_CLIENT_SECRET": ""}, OIDC_CLIENT_SECRET_FILE=str(tmp_path / "secret"))
    )
    assert [str(by_variable.client_secret), str(by_file.oidc.client_secret)] == ["sk-a", "sk-file"]
    assert "sk-" not in f"{by_variable!r}{by_file!r}"
    rules = rules_of(by_variable.roles)
    assert rules[0] == RoleRule("cn=qa,ou=lab", "member", "Lab, North")
    assert given(rules, []) == {None: "viewer"}


S3 = {
    "BACKUP_BUCKET_ENDPOINT": "https://s3.lab", "BACKUP_BUCKET_NAME": "lab", "BACKUP_BUCKET_ACCESS_KEY": "AKIA",
    "BACKUP_BUCKET_SECRET_KEY": "sk-a",
}  # fmt: skip


@pytest.mark.parametrize(
    ("variables", "config", "words"),
    [
        *[(S3 | {missing: ""}, "", "go together") for missing in S3],
        (S3 | {"BACKUP_BUCKET_SECRET_KEY_FILE": "/f"}, "", "exclude each other"),
        (S3 | {"BACKUP_BUCKET_ENDPOINT": "http://s3.lab"}, "", "has to be https"),
        (S3 | {"BACKUP_BUCKET_ENDPOINT": "https://ada:sk-b@s3.lab"}, "", "an address such as"),
        (S3 | {"BACKUP_BUCKET_NAME": "Lab_1"}, "", "the name of a bucket"),
        (S3 | {"BACKUP_BUCKET_PREFIX": "/lab"}, "", "names with slashes between"),
        (S3 | {"BACKUP_BUCKET_REGION": "EU 1"}, "", "a name such as eu-central-1"),
        (S3, '[backup.bucket]\nsecretKey = "sk-c"', "unknown key backup.bucket"),
    ],
)
async def test_wrong_settings_of_a_bucket(tmp_path: Path, variables: dict[str, str], config: str, words: str) -> None:
    (tmp_path / "config.toml").write_text(config)
    with pytest.raises(Invalid) as raised:
        read_settings({}, env(tmp_path, **variables))
    assert words in str(raised.value)
    assert "sk-a" not in str(raised.value)


async def test_a_buckets_settings_come_from_a_file_too_and_its_secret_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("sk-file\n")
    (tmp_path / "config.toml").write_text(
        '[backup.bucket]\nendpoint = "https://s3.lab"\nname = "lab"\nprefix = "a/b/"\naccessKey = "AKIA"\n'
        f'secretKeyFile = "{tmp_path / "secret"}"\n'
    )
    read = read_settings({}, env(tmp_path)).backup.bucket
    assert (str(read.secret_key), read.prefix, read.keep) == ("sk-file", "a/b/", 7)
    assert "sk-file" not in f"{read!r}"


async def test_every_setting_says_what_is_allowed() -> None:
    assert all(leaf.allowed for leaf in leaves())


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("0.0.0.0", "http://127.0.0.1:80"),
        ("::", "http://[::1]:80"),
        ("qa.lan", "http://qa.lan:80"),
    ],
)
async def test_address_to_reach_the_server_by(host: str, address: str) -> None:
    assert web_address(host, 80) == address
