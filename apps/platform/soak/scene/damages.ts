/** @file The table of damages of a data folder. Long: one row a damage. */
import {
  chownSync,
  cpSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const PAGE_BYTES = 4096

/** One damage of a data folder, with what must be reported about it. */
export interface Damage {
  /** Name of the file in the data folder. */
  readonly file: string
  readonly how: string
  /** Damages the file. `foreign` is the same file of another installation. */
  readonly harm: (path: string, foreign: string) => void
  /** What is reported as lost, in the line that names the file. */
  readonly loss: RegExp
  /** What is reported as the next step there. */
  readonly nextStep: RegExp
  /** Must not be offered. */
  readonly never?: RegExp
  /** Whether the folder is that of a killed platform. */
  readonly isOfKilled?: boolean
}

const missing = (path: string): void => rmSync(path)
const emptied = (path: string): void => truncateSync(path)
const cutOff = (path: string): void => truncateSync(path, (statSync(path).size >> 1) + 100)
const text = (path: string): void => writeFileSync(path, 'hello'.repeat(2000))
const garbage = Buffer.from('not a page'.repeat(500)).subarray(0, PAGE_BYTES)
const zeroes = Buffer.alloc(PAGE_BYTES)
const swapped = (path: string, foreign: string): void => cpSync(foreign, path)
/** An account besides the one that runs the platform: `nobody`. */
const OTHER_USER = 65534
const ofOtherUser = (path: string): void => chownSync(path, OTHER_USER, OTHER_USER)
const folder = (path: string): void => {
  rmSync(path)
  mkdirSync(path)
}

function overwrite(path: string, page: number, content: Buffer): void {
  const handle = openSync(path, 'r+')
  writeSync(handle, content, 0, content.length, (page - 1) * PAGE_BYTES)
  closeSync(handle)
}

const firstPage = (path: string): void => overwrite(path, 1, zeroes)

/** Overwrites a leaf page in the middle of a table or an index. */
const leafOf =
  (name: string, content: Buffer) =>
  (path: string): void => {
    const db = new DatabaseSync(path)
    const leaves = db.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path").all(name)
    db.close()
    overwrite(path, Number(leaves[leaves.length >> 1]?.pageno), content)
  }

/** Overwrites the middle of a log. */
const middle = (path: string): void => {
  const content = readFileSync(path)
  garbage.copy(content, content.length >> 1)
  writeFileSync(path, content)
}

const RESTORE = /restore a backup|restore it from a backup|restore --overwrite/i
const SET_ASIDE = /restore a backup.*accept-loss/is
const ACCESS = /this user owns|this user may/
const ALL = /accounts, customers, devices, assets/
const VALUES = /attributes, latest values/
const DAY = /history of that day/
const MONTH = /history of that month's records/

/** The damages, of a folder with this day and month of records. */
export function damagesOf(day: string, records: string): readonly Damage[] {
  const rows = (
    file: string,
    loss: RegExp,
    nextStep: RegExp,
    harms: Readonly<Record<string, Damage['harm']>>,
    more: Pick<Damage, 'never' | 'isOfKilled'> = {},
  ): Damage[] =>
    Object.entries(harms).map(([how, harm]) => ({
      file,
      how,
      harm,
      loss,
      nextStep,
      ...more,
    }))
  // Only the superuser can give a file away.
  const owners = process.getuid?.() === 0 ? { 'of another user': ofOtherUser } : {}
  const common = {
    missing,
    emptied,
    'cut off in a page': cutOff,
    'first page zeroed': firstPage,
    'a text': text,
  }
  return [
    ...rows('greenwave.db', ALL, SET_ASIDE, {
      ...common,
      'page of devices zeroed': leafOf('devices', zeroes),
      'page of devices garbage': leafOf('devices', garbage),
    }),
    ...rows(
      'greenwave.db',
      /the audit log/,
      RESTORE,
      {
        'page of the audit log zeroed': leafOf('audit_logs', zeroes),
        'page of the audit log garbage': leafOf('audit_logs', garbage),
        'index of the audit log garbage': leafOf('audit_logs_by_time', garbage),
      },
      { never: /accept-loss/ },
    ),
    ...rows(
      'greenwave.db',
      /the alarms/,
      RESTORE,
      {
        'page of alarms zeroed': leafOf('alarms', zeroes),
        'page of alarms garbage': leafOf('alarms', garbage),
      },
      { never: /accept-loss/ },
    ),
    ...rows(
      'greenwave.db',
      /the comments on alarms/,
      RESTORE,
      {
        'page of comments garbage': leafOf('alarm_comments', garbage),
      },
      { never: /accept-loss/ },
    ),
    ...rows('greenwave.db', /does not belong to the data folder/, RESTORE, {
      'of another installation': swapped,
    }),
    ...rows(
      'greenwave.db',
      /cannot be read|cannot be used/,
      ACCESS,
      { ...owners, 'a folder': folder },
      { never: /accept-loss/ },
    ),
    ...rows('telemetry.db', VALUES, SET_ASIDE, {
      ...common,
      'garbage page': leafOf('latest', garbage),
    }),
    ...rows('telemetry.db', /does not belong to the data folder/, RESTORE, {
      'of another installation': swapped,
    }),
    ...rows('telemetry.db', /cannot be read|cannot be used/, ACCESS, { ...owners }, { never: /accept-loss/ }),
    ...rows(day, DAY, SET_ASIDE, {
      ...common,
      'page zeroed': leafOf('samples', zeroes),
      'page garbage': leafOf('samples', garbage),
    }),
    ...rows(day, /set aside/, /belongs to another telemetry\.db/, {
      'of another installation': swapped,
    }),
    ...rows(day, /cannot be read|cannot be used/, ACCESS, { ...owners, 'a folder': folder }, { never: /accept-loss/ }),
    ...rows(records, MONTH, SET_ASIDE, {
      missing,
      'page zeroed': leafOf('samples', zeroes),
      'index garbage': leafOf('samples_by_keys', garbage),
    }),
    ...rows(
      'greenwave.db-wal',
      /the last writes/,
      RESTORE,
      { missing, 'garbage in the middle': middle },
      { isOfKilled: true },
    ),
    ...rows(
      'telemetry.db-wal',
      /the last writes/,
      RESTORE,
      { missing, 'garbage in the middle': middle },
      { isOfKilled: true },
    ),
    ...rows('signing.key', /signed out|signs everyone out/, /created again|delete it|Restore it/, {
      missing,
      'cut off': (path) => truncateSync(path, 10),
    }),
    ...rows('evidence.key', /signs evidence|evidence is signed/, SET_ASIDE, {
      missing,
    }),
    ...rows('evidence.key', /evidence/, /restore it from a backup.*accept-loss/is, { 'a text': text }),
    ...rows('contents.json', /contents\.json/, /rewritten|databases/, {
      missing,
      'a text': text,
    }),
  ]
}
