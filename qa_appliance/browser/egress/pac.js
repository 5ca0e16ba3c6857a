/* What a proxy script may call. It asks nobody anything: names are answered from a table, and one that is not in it ends
 * the call and is looked up by the appliance, which then calls again. */
'use strict';
var __known = {}, __own = [], __wanted = null;

function __addresses(host) {
  var name = String(host).toLowerCase().replace(/^\[|\]$/g, '');
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name) || name.indexOf(':') >= 0) return [name];
  if (!Object.prototype.hasOwnProperty.call(__known, name)) {
    __wanted = name;
    throw new Error('not looked up yet');
  }
  return __known[name];
}
function __number(address) {
  var parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  if (!parts) return null;
  var number = 0;
  for (var at = 1; at <= 4; at++) {
    if (Number(parts[at]) > 255) return null;
    number = number * 256 + Number(parts[at]);
  }
  return number;
}
function __words(address) {
  var halves = String(address).split('%')[0].split('::');
  if (halves.length > 2) return null;
  var sides = halves.map(function (half) { return half === '' ? [] : half.split(':'); });
  if (halves.length === 1) sides.push([]);
  var missing = 8 - sides[0].length - sides[1].length;
  if (missing < 0 || (halves.length === 1 && missing !== 0)) return null;
  return sides[0].concat(new Array(missing).fill('0'), sides[1]).map(function (word) { return parseInt(word, 16); });
}
function __within(address, prefix) {
  var parts = String(prefix).split('/'), bits = Number(parts[1]);
  var four = __number(address), base = __number(parts[0]);
  if (four !== null && base !== null) {
    var size = Math.pow(2, 32 - bits);
    return Math.floor(four / size) === Math.floor(base / size);
  }
  if (address.indexOf(':') < 0 || parts[0].indexOf(':') < 0) return false;
  var one = __words(address), other = __words(parts[0]);
  if (one === null || other === null) return false;
  for (var at = 0; at < 8 && bits > 0; at++, bits -= 16) {
    var drop = bits >= 16 ? 0 : 16 - bits;
    if (one[at] >> drop !== other[at] >> drop) return false;
  }
  return true;
}

function isPlainHostName(host) { return String(host).indexOf('.') < 0 && String(host).indexOf(':') < 0; }
function dnsDomainIs(host, domain) {
  host = String(host).toLowerCase();
  domain = String(domain).toLowerCase();
  return host.length >= domain.length && host.substring(host.length - domain.length) === domain;
}
function localHostOrDomainIs(host, whole) {
  host = String(host).toLowerCase();
  whole = String(whole).toLowerCase();
  return host === whole || (host.indexOf('.') < 0 && whole.indexOf(host + '.') === 0);
}
function dnsResolve(host) {
  var four = __addresses(host).filter(function (each) { return __number(each) !== null; });
  return four.length ? four[0] : null;
}
function dnsResolveEx(host) { return __addresses(host).join(';'); }
function isResolvable(host) { return dnsResolve(host) !== null; }
function isResolvableEx(host) { return __addresses(host).length > 0; }
function isInNet(host, pattern, mask) {
  var address = __number(host) === null ? dnsResolve(host) : host;
  var net = __number(pattern), bits = __number(mask);
  if (address === null || net === null || bits === null) return false;
  return ((__number(address) & bits) >>> 0) === ((net & bits) >>> 0);
}
function isInNetEx(host, prefix) {
  return __addresses(host).some(function (each) { return __within(each, prefix); });
}
function sortIpAddressList(list) {
  return String(list).split(';').map(function (each) { return each.trim(); }).filter(Boolean).sort(function (one, other) {
    var six = (other.indexOf(':') >= 0) - (one.indexOf(':') >= 0);
    return six || (one < other ? -1 : one > other ? 1 : 0);
  }).join(';');
}
function myIpAddress() {
  var four = __own.filter(function (each) { return __number(each) !== null; });
  return four.length ? four[0] : '127.0.0.1';
}
function myIpAddressEx() { return __own.join(';'); }
function convert_addr(address) { return __number(String(address)) || 0; }
function dnsDomainLevels(host) { return String(host).split('.').length - 1; }
function shExpMatch(text, pattern) {
  var parts = String(pattern).replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '[^]*').replace(/\?/g, '[^]');
  return new RegExp('^' + parts + '$').test(String(text));
}
function alert() {}
function getClientVersion() { return '1.0'; }

var __days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
var __months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
function __clock(given) {
  var now = new Date(), gmt = given.length > 0 && given[given.length - 1] === 'GMT';
  if (gmt) given.pop();
  return gmt
    ? { day: now.getUTCDay(), date: now.getUTCDate(), month: now.getUTCMonth(), year: now.getUTCFullYear(),
        seconds: now.getUTCHours() * 3600 + now.getUTCMinutes() * 60 + now.getUTCSeconds() }
    : { day: now.getDay(), date: now.getDate(), month: now.getMonth(), year: now.getFullYear(),
        seconds: now.getHours() * 3600 + now.getMinutes() * 60 + now.getSeconds() };
}
function __between(value, first, last) {
  return first <= last ? value >= first && value <= last : value >= first || value <= last;
}
function weekdayRange() {
  var given = Array.prototype.slice.call(arguments), now = __clock(given);
  var first = __days.indexOf(given[0]), last = given.length > 1 ? __days.indexOf(given[1]) : first;
  return first >= 0 && last >= 0 && __between(now.day, first, last);
}
function timeRange() {
  var given = Array.prototype.slice.call(arguments).map(function (each) { return each === 'GMT' ? each : Number(each); });
  var now = __clock(given), half = given.length / 2;
  if (given.length === 1) return Math.floor(now.seconds / 3600) === given[0];
  if (given.length === 2) return __between(now.seconds, given[0] * 3600, given[1] * 3600 - 1);
  function seconds(parts) { return parts[0] * 3600 + parts[1] * 60 + (parts[2] || 0); }
  return (half === 2 || half === 3) && __between(now.seconds, seconds(given.slice(0, half)), seconds(given.slice(half)));
}
function dateRange() {
  var given = Array.prototype.slice.call(arguments), now = __clock(given);
  function kind(part) { return typeof part === 'string' && isNaN(part) ? 'month' : Number(part) > 31 ? 'year' : 'date'; }
  function read(part) { return kind(part) === 'month' ? __months.indexOf(part) : Number(part); }
  function rank(values) { return (values.year || 0) * 10000 + (values.month || 0) * 100 + (values.date || 0); }
  function side(parts) {
    var values = {};
    parts.forEach(function (part) { values[kind(part)] = read(part); });
    return values;
  }
  var half = given.length === 1 ? 1 : given.length / 2;
  if (half !== Math.floor(half) || half < 1) return false;
  var first = side(given.slice(0, half)), last = given.length === 1 ? first : side(given.slice(half)), here = {};
  for (var name in first) here[name] = now[name];
  return __between(rank(here), rank(first), rank(last));
}

function __ask(url, host, known, own) {
  __known = JSON.parse(known);
  __own = JSON.parse(own);
  __wanted = null;
  var answer = null, failure = null;
  try {
    answer = (typeof FindProxyForURLEx === 'function' ? FindProxyForURLEx : FindProxyForURL)(url, host);
  } catch (error) {
    failure = String(error);
  }
  if (__wanted !== null) return JSON.stringify({ wanted: __wanted });
  if (failure !== null) return JSON.stringify({ failure: failure });
  return JSON.stringify({ answer: answer === null || answer === undefined ? '' : String(answer) });
}
