import { PayloadRefused } from '../../data/values/valueTyping.ts'

/** Returns the request id of a topic. @throws {PayloadRefused} when it is no integer */
export function requireRequestId(requestId: number | undefined): number {
  if (requestId === undefined) throw new PayloadRefused('notJson', 'The topic ends in no request id')
  return requestId
}
