/** @file Serves the map tiles of the installation's own archive. They need no token: pictures cannot carry one. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FairPlaces } from '../limits/fairPlaces.ts'
import { LIMITS } from '../limits/limits.ts'
import type { TileArchive } from '../tiles/tileArchive.ts'
import { errorBody } from './errorAnswers.ts'

/** Browsers keep a tile for a day, then ask whether it has changed. */
const CACHE_CONTROL = 'public, max-age=86400'
/** The highest zoom that a number of a tile can have. */
const LAST_ZOOM = 26

/** Returns the address of a tile with its placeholders, as the console's settings name it. */
export function tileAddress({ extension }: TileArchive): string {
  return `/tiles/{z}/{x}/{y}.${extension}`
}

/**
 * Serves the tiles of an archive: 200 with the picture, 304 if the browser has it, 204 where the archive has none, 404
 * for what is no address of a tile.
 */
export function registerTiles(app: FastifyInstance, archive: TileArchive): void {
  const etag = `"${archive.version}"`
  const places = new FairPlaces({
    what: 'map tiles',
    total: LIMITS.tileReads.value,
    ofOneOwner: LIMITS.tileReadsOfAddress.value,
    waitingOfOneOwner: LIMITS.tileReadsWaitingOfAddress.value,
  })
  let hasFailed = false
  app.route<{ Params: TileParams }>({
    method: ['GET', 'HEAD'],
    url: '/tiles/:z/:x/:file',
    schema: { hide: true },
    async handler(request, reply) {
      const place = tilePlace(request.params, archive.extension)
      if (place === undefined) return reply.callNotFound()
      reply.header('cache-control', CACHE_CONTROL)
      if (holds(request, etag)) return reply.code(304).header('etag', etag).send()
      const leave = await places.take(request.ip)
      try {
        const tile = await archive.tile(...place)
        if (tile === undefined) return reply.code(204).send()
        return reply.type(archive.mediaType).header('etag', etag).send(tile)
      } catch (error) {
        // Each look at the map would repeat it.
        if (!hasFailed)
          request.log.error({ err: error, place }, 'the archive of map tiles is damaged: put it back and restart')
        hasFailed = true
        return reply
          .code(500)
          .header('cache-control', 'no-store')
          .send(errorBody('general', 'This tile cannot be read.'))
      } finally {
        leave()
      }
    },
  })
}

interface TileParams {
  readonly z: string
  readonly x: string
  readonly file: string
}

/** Reads the numbers of a tile; undefined unless they are those of a tile that there can be. */
function tilePlace({ z, x, file }: TileParams, extension: string): [z: number, x: number, y: number] | undefined {
  const [y = '', ...ending] = file.split('.')
  if (ending.join('.') !== extension || ![z, x, y].every((text) => /^\d{1,8}$/.test(text))) return undefined
  const place: [number, number, number] = [Number(z), Number(x), Number(y)]
  const across = 2 ** place[0]
  return place[0] <= LAST_ZOOM && place[1] < across && place[2] < across ? place : undefined
}

/** Returns whether the browser says that it has this version. A proxy may have marked the tag as weak. */
function holds({ headers }: FastifyRequest, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',') ?? []
  return tags.some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
