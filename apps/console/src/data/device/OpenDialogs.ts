/**
 * The dialogs of settings that are open at one junction in other tabs, of this user and of others. Tabs report
 * themselves to one another; nobody keeps a list. Needs neither React nor a browser.
 */
import type { OpenDialog } from '@greenwave/contract/records/openDialogs'

/** Interval at which a tab that is not alone reports itself, milliseconds. */
const REPORT_MS = 10_000
/**
 * Time without a report after which a tab has left, milliseconds: two reports may be lost. A browser slows the timers of
 * tabs in the background, but a tab also answers the reports of others.
 */
export const GONE_MS = 25_000

/** Dependencies of `OpenDialogs`. Times are milliseconds, `nowMs` by the platform's clock. */
export interface OpenDialogsDeps {
  /** Calls back with each value that arrives, and its time. Returns a function that ends this. */
  readonly follow: (arrived: (ts: number, dialog: OpenDialog) => void) => () => void
  /** Calls back each time that the live connection is there again. Returns a function that ends this. */
  readonly onLive: (again: () => void) => () => void
  readonly send: (dialog: OpenDialog) => void
  readonly nowMs: () => number
  readonly after: (ms: number, callback: () => void) => () => void
}

/** Meets the other dialogs at a junction from its construction until `leave`. */
export class OpenDialogs {
  readonly #deps: OpenDialogsDeps
  readonly #own: OpenDialog
  readonly #onChange: (others: readonly OpenDialog[]) => void
  readonly #others = new Map<string, { readonly dialog: OpenDialog; readonly ts: number }>()
  readonly #stops: (() => void)[]
  #reportedAtMs = 0
  #stopTimer: () => void

  constructor(own: OpenDialog, deps: OpenDialogsDeps, onChange: (others: readonly OpenDialog[]) => void) {
    this.#deps = deps
    this.#own = own
    this.#onChange = onChange
    this.#stops = [deps.follow((ts, dialog) => this.#take(ts, dialog)), deps.onLive(() => this.#report())]
    this.#stopTimer = deps.after(REPORT_MS, () => this.#tick())
    this.#report()
  }

  /** Tells the others that this dialog is closed, and follows them no longer. */
  leave(): void {
    this.#stopTimer()
    for (const stop of this.#stops.splice(0)) stop()
    this.#deps.send({ ...this.#own, open: false })
  }

  #report(): void {
    this.#reportedAtMs = this.#deps.nowMs()
    this.#deps.send(this.#own)
  }

  #take(ts: number, dialog: OpenDialog): void {
    const { tab, device, open } = dialog
    if (device !== this.#own.device || tab === this.#own.tab) return
    const nowMs = this.#deps.nowMs()
    const known = this.#others.get(tab)
    if (known && known.ts > ts) return
    if (!open) {
      if (this.#others.delete(tab)) this.#changed()
      return
    }
    if (nowMs - ts > GONE_MS) return
    this.#others.set(tab, { dialog, ts })
    if (!known) this.#changed()
    // A new tab learns of this one by its report.
    if (!known || nowMs - this.#reportedAtMs >= REPORT_MS) this.#report()
  }

  #tick(): void {
    const nowMs = this.#deps.nowMs()
    const gone = [...this.#others].filter(([, { ts }]) => nowMs - ts > GONE_MS)
    for (const [tab] of gone) this.#others.delete(tab)
    if (gone.length > 0) this.#changed()
    if (this.#others.size > 0 && nowMs - this.#reportedAtMs >= REPORT_MS) this.#report()
    this.#stopTimer = this.#deps.after(REPORT_MS, () => this.#tick())
  }

  #changed(): void {
    this.#onChange([...this.#others.values()].map(({ dialog }) => dialog).sort((a, b) => a.since - b.since))
  }
}
