/** @file The connections of controllers to this machine, as its kernel lists them: no account is needed for that. */
import { readFileSync } from 'node:fs'

const ESTABLISHED = '01'
/** Lists of IPv4 and IPv6 connections (proc(5)). */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']

/** Number of connections by address of the other end. */
export type Connections = ReadonlyMap<string, number>

/** Counts the established connections to some ports of this machine, by the address they come from. */
export function readConnections(ports: ReadonlySet<number>): Connections {
  return parseConnections(TABLES.map((table) => readFileSync(table, 'utf8')).join('\n'), ports)
}

/** Counts the established connections to some ports in the kernel's lists. */
export function parseConnections(text: string, ports: ReadonlySet<number>): Connections {
  const counts = new Map<string, number>()
  for (const [, port = '', address = '', state] of text.matchAll(
    /^ *\d+: [\dA-F]+:([\dA-F]{4}) ([\dA-F]+):[\dA-F]{4} ([\dA-F]{2}) /gm,
  )) {
    if (state !== ESTABLISHED || !ports.has(Number.parseInt(port, 16))) continue
    const name = addressOf(address)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** Returns the greatest number of connections of each address in both. */
export function mostConnections(one: Connections, other: Connections): Connections {
  const addresses = new Set([...one.keys(), ...other.keys()])
  return new Map([...addresses].map((name) => [name, Math.max(one.get(name) ?? 0, other.get(name) ?? 0)]))
}

/** Lists the addresses with fewer connections than before. */
export function missingConnections(before: Connections, after: Connections): string[] {
  return [...before].filter(([address, count]) => (after.get(address) ?? 0) < count).map(([address]) => address)
}

/** Writes an address of the kernel's list: words of four bytes, each with its last byte first. */
function addressOf(hex: string): string {
  const bytes = [...hex.matchAll(/(..)(..)(..)(..)/g)].flatMap((word) => word.slice(1).toReversed())
  // An IPv4 address may be in the list of IPv6, behind ::ffff:.
  const isV4 = bytes.length === 4 || /^(?:00){10}FFFF/.test(bytes.join(''))
  if (isV4)
    return bytes
      .slice(-4)
      .map((byte) => Number.parseInt(byte, 16))
      .join('.')
  return bytes
    .join('')
    .toLowerCase()
    .replaceAll(/(....)(?!$)/g, '$1:')
}
