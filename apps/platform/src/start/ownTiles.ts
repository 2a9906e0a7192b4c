import type { ConsoleSettings } from '@greenwave/contract/wire/consoleSettings'
import type { FastifyInstance } from 'fastify'
import { registerTiles, tileAddress } from '../http/tiles.ts'
import { openTileArchive, type TileArchive, UnusableArchive } from '../tiles/tileArchive.ts'
import { StartRefused } from './startRefused.ts'

/** Which archive of map tiles an installation serves by itself. */
export interface TileArchiveSetting {
  /** Path of the archive. */
  readonly file: string
  /** Attribution of the map by the operator; undefined: that of the archive. */
  readonly attribution: string | undefined
}

/** The map tiles that an installation serves by itself. */
export interface OwnTiles {
  /** Returns the console's settings with the address, the zoom range and the makers of these tiles. */
  settings(settings: ConsoleSettings): ConsoleSettings
  register(app: FastifyInstance): void
  close(): Promise<void>
}

/** The tiles of an installation without an archive: the settings stay as they are. */
const NONE: OwnTiles = { settings: (settings) => settings, register: () => {}, close: async () => {} }

/** Opens the archive of an installation, if it has one. Rejects with StartRefused if it cannot be used. */
export async function openOwnTiles(setting: TileArchiveSetting | undefined): Promise<OwnTiles> {
  if (setting === undefined) return NONE
  const { file, attribution } = setting
  const archive = await openTileArchive(file).catch((error: unknown) => {
    const why = error instanceof UnusableArchive ? error.message : `it cannot be opened (${String(error)})`
    throw new StartRefused('GREENWAVE_TILE_ARCHIVE', `GREENWAVE_TILE_ARCHIVE is ${JSON.stringify(file)}: ${why}`, {
      cause: error,
    })
  })
  return {
    settings: (settings) => withTiles(settings, archive, attribution),
    register: (app) => registerTiles(app, archive),
    close: () => archive.close(),
  }
}

function withTiles(settings: ConsoleSettings, archive: TileArchive, attribution: string | undefined): ConsoleSettings {
  return {
    ...settings,
    tileUrl: tileAddress(archive),
    tileMinZoom: archive.minZoom,
    tileMaxZoom: archive.maxZoom,
    tileAttribution: attribution ?? (archive.attribution || settings.tileAttribution),
  }
}
