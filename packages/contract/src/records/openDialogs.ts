/**
 * @file Who has a dialog of settings open: telemetry of the asset of the watch, which only tenant administrators read. A
 * tab reports itself when it opens and closes a dialog, when another tab appears, and while it is not alone. Nothing
 * locks, and nothing is a record: a tab that is not heard of any more has left. The key has no `gw_`, so it is kept as
 * short as other telemetry, and it is not in the audit log.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'
import type { JsonValue } from '../wire/attributes.ts'

/** Telemetry key; the time of a value is the one at which the tab reported itself. */
export const OPEN_DIALOG_KEY = 'openDialog'

/** Longest texts, characters. */
const MOST = { id: 100, name: 255, title: 100 }

const textOf = (most: number) => z.string().check(z.maxLength(most))

const WireOpenDialog = z.object({
  v: z.literal(1),
  tab: textOf(MOST.id),
  device: textOf(MOST.id),
  by: z.object({ id: textOf(MOST.id), name: textOf(MOST.name) }),
  title: textOf(MOST.title),
  since: z.number(),
  open: z.boolean(),
})

/** A dialog of settings in one tab of a browser. */
export interface OpenDialog {
  /** Identifies the dialog of a tab, each time that it opens. */
  readonly tab: string
  /** Id of the device. */
  readonly device: string
  readonly by: { readonly id: string; readonly name: string }
  /** Title of the dialog, in the language of its user. */
  readonly title: string
  /** When it was opened, epoch milliseconds by the platform's clock. */
  readonly since: number
  /** False when it was closed. */
  readonly open: boolean
}

/** Returns an open dialog as the value of its telemetry. */
export function writeOpenDialog({ tab, device, by, title, since, open }: OpenDialog): JsonValue {
  const name = by.name.slice(0, MOST.name)
  return { v: 1, tab, device, by: { id: by.id, name }, title: title.slice(0, MOST.title), since, open }
}

/** Parses a value of the telemetry, JSON or its text; undefined for anything else. */
export function parseOpenDialog(value: unknown): OpenDialog | undefined {
  return parseJson(WireOpenDialog, value)
}
