import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StoreRefused } from './storeRefused.ts'

/** Where things lie in a data folder. */
export interface DataPaths {
  readonly entityFile: string
  readonly telemetryFile: string
  readonly historyFolder: string
}

export function dataPaths(dataDir: string): DataPaths {
  return {
    entityFile: join(dataDir, 'greenwave.db'),
    telemetryFile: join(dataDir, 'telemetry.db'),
    historyFolder: join(dataDir, 'history'),
  }
}

/** Makes the folder if it is missing and sees that it can be written. Only this user may look into a new one. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    mkdirSync(dataPaths(dataDir).historyFolder, { recursive: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreRefused(
      `The data folder ${dataDir} cannot be written (${reason}): set GREENWAVE_DATA_DIR to a folder that this user may write.`,
      { cause: error },
    )
  }
}
