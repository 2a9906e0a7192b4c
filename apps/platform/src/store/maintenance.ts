import { readFileSync, rmSync } from 'node:fs'
import { Maintenance } from '@greenwave/contract/wire/system'
import { writeSynced } from './writeSynced.ts'

/** File of the data folder that keeps the stop of writing over a restart. */
export const MAINTENANCE_FILE = 'maintenance.json'

/** The stop of what people write while an administrator maintains the installation. */
export class MaintenanceStop {
  readonly #file: string | undefined
  readonly #now: () => number
  #current: Maintenance | undefined

  /**
   * @param file keeps it over a restart; undefined: kept in memory
   * @param now returns epoch milliseconds
   */
  constructor(file: string | undefined, now: () => number) {
    this.#file = file
    this.#now = now
    this.#current = file === undefined ? undefined : readMaintenance(file)
  }

  /** The stop in force; undefined without one, and after its end. */
  get current(): Maintenance | undefined {
    return this.#current && this.#current.until > this.#now() ? this.#current : undefined
  }

  /** Stops writing, or changes the stop in force; on disk when it returns. */
  start(maintenance: Maintenance): void {
    if (this.#file !== undefined) writeSynced(this.#file, Buffer.from(`${JSON.stringify(maintenance)}\n`), 0o600)
    this.#current = maintenance
  }

  /** Ends the stop before its time. */
  end(): void {
    if (this.#file !== undefined) rmSync(this.#file, { force: true })
    this.#current = undefined
  }
}

/** Reads the stop of an earlier run. One that cannot be read is none: nobody could end it. */
function readMaintenance(file: string): Maintenance | undefined {
  try {
    return Maintenance.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
