import { PayloadRefused } from '../../data/values/valueTyping.ts'

/** The request id of a topic; one that is no integer makes the message malformed. @throws {PayloadRefused} */
export function requireRequestId(requestId: number | undefined): number {
  if (requestId === undefined) throw new PayloadRefused('notJson', 'The topic ends in no request id')
  return requestId
}
