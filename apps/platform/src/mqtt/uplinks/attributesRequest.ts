import type { AttributeScope, JsonValue } from '@greenwave/contract/wire/attributes'
import { attributesResponseTopic, type TopicForm } from '@greenwave/contract/wire/topics'
import { PayloadRefused, parseTypedObject } from '../../data/values/valueTyping.ts'
import type { GatewayContext } from '../session/gatewayContext.ts'
import { requireRequestId } from '../session/requiredIds.ts'
import type { Session } from '../session/session.ts'

const SIDES = [
  { member: 'clientKeys', answer: 'client', scope: 'CLIENT_SCOPE' },
  { member: 'sharedKeys', answer: 'shared', scope: 'SHARED_SCOPE' },
] as const

/**
 * Answers a device's request for its attributes: `{clientKeys?, sharedKeys?}`, each a comma-separated text; without
 * both it gets all client and shared attributes. A side without values is left out. Server attributes are never sent.
 * @throws {PayloadRefused}
 */
export function answerAttributesRequest(
  context: GatewayContext,
  session: Session,
  uplink: { readonly form: TopicForm; readonly requestId: number | undefined },
  payload: string,
): undefined {
  const requestId = requireRequestId(uplink.requestId)
  const question = parseTypedObject(payload, 'skip')
  const asked = SIDES.filter(({ member }) => member in question)
  const answer: Record<string, Record<string, unknown>> = {}
  for (const side of asked.length === 0 ? SIDES : asked) {
    const values = readValues(context, session.deviceId, side.scope, keysOf(question[side.member]))
    if (values.length > 0) answer[side.answer] = Object.fromEntries(values)
  }
  const { form } = uplink
  session.push({ kind: 'attributesResponse', form }, attributesResponseTopic(requestId, form), JSON.stringify(answer))
}

/** Returns undefined for all keys. A single key that looks like a number was typed as one, so it is converted back. */
function keysOf(list: JsonValue | undefined): string[] | undefined {
  if (list === undefined) return undefined
  if (typeof list === 'object') throw new PayloadRefused('notAnObject', 'Attribute keys are not a text')
  return String(list).split(',')
}

function readValues(
  context: GatewayContext,
  deviceId: string,
  scope: AttributeScope,
  keys: readonly string[] | undefined,
): [string, unknown][] {
  const stored = context.data.attributes(deviceId, scope)
  return [...(keys ?? stored.keys())].flatMap((key): [string, unknown][] => {
    const found = stored.get(key)
    return found ? [[key, found.value]] : []
  })
}
