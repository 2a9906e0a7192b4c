/**
 * @file Builds frames as text. Frames with data are joined from parts, because many sockets get the same data under
 * their own subscription id.
 */
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { LIVE_ERRORS, type LiveSample } from '@greenwave/contract/wire/live'
import type { Sample, TimedValue } from '../data/port/deviceData.ts'
import { messageKeys } from '../data/values/messageKeys.ts'
import { valueText } from '../data/values/valueText.ts'

/** Samples of each key, as a frame carries them. */
export type FrameData = Record<string, LiveSample[]>

/** The text of a frame after its subscription id. */
export type FrameBody = string

/** Returns a frame from its subscription id and body. */
export function frame(subscriptionId: number, body: FrameBody): string {
  return `{"subscriptionId":${subscriptionId},${body}`
}

/** Returns the body for samples of each key; `latestValues` has the time of each key's last sample. */
export function dataBody(data: FrameData): FrameBody {
  const latestValues: Record<string, number> = {}
  for (const key in data) {
    const last = data[key]?.at(-1)
    if (last) latestValues[key] = last[0]
  }
  return `"errorCode":0,"errorMsg":null,"data":${JSON.stringify(data)},"latestValues":${JSON.stringify(latestValues)}}`
}

/**
 * Returns the body for members that are text already: `"key":[[ts,"value"]]` and `"key":ts`, each joined with commas.
 */
export function joinedBody(samples: string, times: string): FrameBody {
  return `"errorCode":0,"errorMsg":null,"data":{${samples}},"latestValues":{${times}}}`
}

const errorBodies = {
  fetchData: [LIVE_ERRORS.internal, 'Failed to fetch data!'],
  fetchAttributes: [LIVE_ERRORS.internal, 'Failed to fetch attributes!'],
  noSession: [LIVE_ERRORS.internal, 'Session meta-data not found!'],
  noDevice: [LIVE_ERRORS.badRequest, 'Device id is empty!'],
  negativeId: [LIVE_ERRORS.badRequest, 'Cmd id is negative value!'],
  noKeys: [LIVE_ERRORS.badRequest, 'Keys are empty!'],
  badPayload: [LIVE_ERRORS.badRequest, 'Failed to parse the payload'],
} as const

/** The errors that a frame can report. */
export type LiveError = keyof typeof errorBodies

/** Returns a frame that reports an error. */
export function errorFrame(subscriptionId: number, error: LiveError): string {
  const [errorCode, errorMsg] = errorBodies[error]
  return JSON.stringify({ subscriptionId, errorCode, errorMsg, data: null, latestValues: {} })
}

/** Returns a value with its time as a frame carries it. */
export function sampleOf({ ts, value }: TimedValue): LiveSample {
  return [ts, valueText(value)]
}

/** The sample whose body was asked for last: those who want one sample ask one after the other. */
let last: { readonly sample: Sample; readonly body: FrameBody } | undefined

/** Returns the body with every value of a sample, which most subscriptions want. */
export function sampleBody(sample: Sample): FrameBody {
  if (last?.sample === sample) return last.body
  const { ts, values } = sample
  const { names, quoted } = messageKeys(values)
  let [samples, times] = ['', '']
  for (let place = 0; place < names.length; place += 1) {
    const comma = place === 0 ? '' : ','
    samples += `${comma}${quoted[place]}:[[${ts},${jsonText(values[names[place] ?? ''] ?? null)}]]`
    times += `${comma}${quoted[place]}:${ts}`
  }
  const body = joinedBody(samples, times)
  last = { sample, body }
  return body
}

/** Returns the JSON of a value's text. */
function jsonText(value: JsonValue): string {
  return typeof value === 'number' ? `"${valueText(value)}"` : JSON.stringify(valueText(value))
}
