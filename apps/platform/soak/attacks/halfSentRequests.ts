import { get } from 'node:http'
import { addressOf } from '@greenwave/client/callRequest'
import { type Attack, scaled } from '../scene/attack.ts'
import { holdSilent, NEWCOMER } from '../scene/silence.ts'

const REQUESTS = 1_500

/** One address holds connections with half-sent requests, while newcomers make requests on their own connections. */
export const halfSentRequests: Attack = ({ url }, options) =>
  holdSilent({
    port: Number(new URL(url).port),
    count: scaled(REQUESTS, options),
    said: `GET ${addressOf('currentUser')} HTTP/1.1\r\nHost: x\r\nX-Slow: `,
    options,
    newcomer: () =>
      new Promise<void>((resolve, reject) => {
        get(url + addressOf('passwordPolicy'), { agent: false, localAddress: NEWCOMER }, (answer) => {
          answer.resume().on('end', resolve)
        }).on('error', reject)
      }),
  })
