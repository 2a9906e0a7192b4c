/** @file The MQTT topics of the device gateway. Only this file builds and parses them. */

/**
 * The ways to write a topic: `v1` in full, `v2` in short, `v2json` in short and with the format of the payload. They
 * mean the same. The reply to a request has the form of the request.
 */
export type TopicForm = 'v1' | 'v2' | 'v2json'

/** Topics of each form. A request id follows those that end in a slash. */
const FORMS = {
  v1: {
    telemetry: 'v1/devices/me/telemetry',
    attributes: 'v1/devices/me/attributes',
    attributesRequest: 'v1/devices/me/attributes/request/',
    attributesResponse: 'v1/devices/me/attributes/response/',
    rpcRequest: 'v1/devices/me/rpc/request/',
    rpcResponse: 'v1/devices/me/rpc/response/',
  },
  v2: {
    telemetry: 'v2/t',
    attributes: 'v2/a',
    attributesRequest: 'v2/a/req/',
    attributesResponse: 'v2/a/res/',
    rpcRequest: 'v2/r/req/',
    rpcResponse: 'v2/r/res/',
  },
  v2json: {
    telemetry: 'v2/t/j',
    attributes: 'v2/a/j',
    attributesRequest: 'v2/a/req/j/',
    attributesResponse: 'v2/a/res/j/',
    rpcRequest: 'v2/r/req/j/',
    rpcResponse: 'v2/r/res/j/',
  },
} as const satisfies Record<TopicForm, Record<string, string>>

/** Topics and filters of version 1, as devices write them. */
export const TOPICS = {
  telemetry: FORMS.v1.telemetry,
  attributes: FORMS.v1.attributes,
  attributesResponseFilter: `${FORMS.v1.attributesResponse}+`,
  rpcRequestFilter: `${FORMS.v1.rpcRequest}+`,
  rpcResponseFilter: `${FORMS.v1.rpcResponse}+`,
} as const

/** Returns the topic on which a device or the platform sends attributes. */
export function attributesTopic(form: TopicForm = 'v1'): string {
  return FORMS[form].attributes
}

/** Returns the topic on which a device requests attributes. */
export function attributesRequestTopic(requestId: number, form: TopicForm = 'v1'): string {
  return `${FORMS[form].attributesRequest}${requestId}`
}

/** Returns the topic of the platform's reply to such a request. */
export function attributesResponseTopic(requestId: number, form: TopicForm = 'v1'): string {
  return `${FORMS[form].attributesResponse}${requestId}`
}

/** Returns the topic of a call, in either direction. */
export function rpcRequestTopic(requestId: number, form: TopicForm = 'v1'): string {
  return `${FORMS[form].rpcRequest}${requestId}`
}

/** Returns the topic of the reply to a call, in either direction. */
export function rpcResponseTopic(requestId: number, form: TopicForm = 'v1'): string {
  return `${FORMS[form].rpcResponse}${requestId}`
}

/** Topics on which a device may publish. `requestId` is undefined if that part of the topic is no 32-bit integer. */
export type Uplink =
  | { readonly kind: 'telemetry' | 'attributes'; readonly form: TopicForm }
  | {
      readonly kind: 'attributesRequest' | 'rpcRequest' | 'rpcResponse'
      readonly form: TopicForm
      readonly requestId: number | undefined
    }

/** Topics to which a device may subscribe. */
export interface Downlink {
  readonly kind: 'attributes' | 'attributesResponse' | 'rpcRequest' | 'rpcResponse'
  readonly form: TopicForm
}

// `v2json` before `v2`, whose prefixes also match `v2json` topics.
const FORM_NAMES = ['v1', 'v2json', 'v2'] as const

const PLAIN_UPLINKS: ReadonlyMap<string, Uplink> = new Map(
  FORM_NAMES.flatMap((form) =>
    (['telemetry', 'attributes'] as const).map((kind): [string, Uplink] => [FORMS[form][kind], { kind, form }]),
  ),
)

const REQUEST_UPLINKS = FORM_NAMES.flatMap((form) =>
  (['attributesRequest', 'rpcRequest', 'rpcResponse'] as const).map((kind) => ({
    prefix: FORMS[form][kind],
    kind,
    form,
  })),
)

const DOWNLINKS: ReadonlyMap<string, Downlink> = new Map(
  FORM_NAMES.flatMap((form): [string, Downlink][] => [
    [FORMS[form].attributes, { kind: 'attributes', form }],
    ...(['attributesResponse', 'rpcRequest', 'rpcResponse'] as const).map((kind): [string, Downlink] => [
      `${FORMS[form][kind]}+`,
      { kind, form },
    ]),
  ]),
)

/** Parses the topic of a device's publish. Returns undefined for an unknown topic. */
export function parseUplinkTopic(topic: string): Uplink | undefined {
  const plain = PLAIN_UPLINKS.get(topic)
  if (plain) return plain
  const match = REQUEST_UPLINKS.find(({ prefix }) => topic.startsWith(prefix))
  if (!match) return undefined
  return { kind: match.kind, form: match.form, requestId: parseRequestId(topic.slice(match.prefix.length)) }
}

/** Parses a topic filter of a device. Returns undefined for all but the few exact filters, also for `#`. */
export function parseDownlinkFilter(filter: string): Downlink | undefined {
  return DOWNLINKS.get(filter)
}

const MAX_REQUEST_ID = 2 ** 31 - 1

function parseRequestId(text: string): number | undefined {
  if (!/^-?\d{1,10}$/.test(text)) return undefined
  const id = Number(text)
  return id <= MAX_REQUEST_ID && id >= -MAX_REQUEST_ID - 1 ? id : undefined
}
