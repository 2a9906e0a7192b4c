/** Messages about due notifications, in the recipient's language. */
import { LANGUAGES, type Language } from '@greenwave/contract/languages'
import type { NotifyRules } from '@greenwave/contract/records/notify'
import type { NotifiedRow } from '@greenwave/contract/records/notifyRecords'
import { CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import { isoSecond } from '@greenwave/controller/isoTime'
import { timeZoneOf } from '@greenwave/controller/timeZone'
import type { OpenIncident } from './openIncidents.ts'
import type { MessageWords } from './words/messageWords.ts'

/** The texts of messages: of each language those that its file exports by its tag. */
export const WORDS = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (tag) => [tag, (await import(`./words/${tag}.ts`))[tag]])),
) as Readonly<Record<Language, MessageWords>>

/** Most lines of a message; what is beyond is counted. */
const MOST_LINES = 20
/** Longest name of a junction in a message, characters. */
const LONGEST_TITLE = 120

/** An ended incident that a user was notified about. */
export interface OverIncident extends NotifiedRow {
  readonly alarmId: string
  readonly deviceId: string
}

/** Content of a message. */
export interface Due {
  readonly open: readonly OpenIncident[]
  readonly over: readonly OverIncident[]
}

/** A message as e-mail and as web push. */
export interface Message {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly push: {
    readonly title: string
    readonly body: string
    /** A newer message with the same tag replaces this one. */
    readonly tag: string
    /** Address in the console, from its root. */
    readonly path: string
    /** Whether the notification stays until the user looks. */
    readonly urgent: boolean
  }
}

/** How messages of this installation look. */
export interface MessageStyle {
  readonly productName: string
  /** Address of the console without a slash at its end; undefined: messages have no links. */
  readonly publicUrl: string | undefined
}

/** A paragraph with its address in the console. */
export interface Line {
  readonly head: string
  readonly rest: readonly string[]
  readonly path: string
}

/** Returns a message. The worst comes first. */
export function messageOf(due: Due, rules: NotifyRules, style: MessageStyle): Message {
  const words = WORDS[rules.language]
  const open = due.open.toSorted((a, b) => b.level - a.level || a.sinceMs - b.sinceMs)
  const all = [
    ...open.map((incident) => openLine(incident, rules, words)),
    ...due.over.map((incident) => overLine(incident, rules, words)),
  ]
  const [only] = all
  const subject = all.length === 1 && only ? only.head : words.several(open.length, due.over.length)
  const isUrgent = open.some(({ level }) => level === 5)
  const marked = isUrgent && all.length > 1 ? `${words.levels[5]}: ${subject}` : subject
  const path = all.length === 1 && only ? only.path : '/now'
  const tag = all.length === 1 ? `gw-${open[0]?.alarmId ?? due.over[0]?.alarmId}` : 'gw-several'
  const body = all.length === 1 ? (only?.rest ?? []) : all.slice(0, 5).map(({ head }) => head)
  return compose(marked, all, words, style, { body: body.join('\n'), tag, path, urgent: isUrgent })
}

/** Builds the message that tests a channel. */
export function testMessage(rules: NotifyRules, style: MessageStyle): Message {
  const words = WORDS[rules.language]
  const { subject, text } = words.test
  const path = '/account?tab=notifications'
  return compose(subject, [{ head: text, rest: [], path }], words, style, {
    ...{ body: text, tag: 'gw-test', path, urgent: false },
  })
}

/** Joins lines to a message. */
export function compose(
  subject: string,
  all: readonly Line[],
  words: MessageWords,
  { productName, publicUrl }: MessageStyle,
  push: Omit<Message['push'], 'title'>,
): Message {
  const lines = all.slice(0, MOST_LINES)
  const more = all.length > lines.length ? words.more(all.length - lines.length) : ''
  const link = (path: string): string => (publicUrl === undefined ? '' : publicUrl + path)
  const text = [
    ...lines.map(({ head, rest, path }) => [head, ...rest, link(path)].filter(Boolean).join('\n')),
    more,
    `-- \n${productName}. ${words.settings}`,
  ]
    .filter(Boolean)
    .join('\n\n')
  const html = [
    ...lines.map(({ head, rest, path }) => {
      const anchor = link(path) && `<a href="${escapeHtml(link(path))}">${escapeHtml(words.open)}</a>`
      return `<p>${[`<strong>${escapeHtml(head)}</strong>`, ...rest.map(escapeHtml), anchor].filter(Boolean).join('<br>')}</p>`
    }),
    more && `<p>${escapeHtml(more)}</p>`,
    `<p><small>${escapeHtml(`${productName}. ${words.settings}`)}</small></p>`,
  ]
    .filter(Boolean)
    .join('\n')
  return { subject: `[${productName}] ${subject}`, text, html, push: { title: subject, ...push } }
}

function openLine(incident: OpenIncident, rules: NotifyRules, words: MessageWords): Line {
  const { code, level, title, deviceId, sinceMs } = incident
  return {
    head: `${words.levels[level]}: ${words.names[code]}, ${plainTitle(title)}`,
    rest: [words.sentence(incident), words.since(timeText(sinceMs, rules))].filter(Boolean),
    path: pathOf(code, deviceId),
  }
}

function overLine({ code, title, deviceId, since }: OverIncident, rules: NotifyRules, words: MessageWords): Line {
  return {
    head: words.over(`${words.names[code] ?? code}, ${plainTitle(title)}`),
    rest: [words.since(timeText(since, rules))],
    path: pathOf(code, deviceId),
  }
}

/** Returns the address of what an incident is about. */
function pathOf(code: string, id: string): string {
  return code === CORRIDOR_INCIDENT.code ? `/corridors/${id}` : `/devices/${id}`
}

/** Returns a title in one line: it goes into the subject, too. */
function plainTitle(title: string): string {
  return title
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TITLE)
}

/** Formats an instant in the reader's time zone, such as 2026-11-24T07:12:03+07:00; an en dash for none. */
function timeText(ms: number, { timeZone }: NotifyRules): string {
  return isoSecond(ms, timeZoneOf(timeZone)) || '–'
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
