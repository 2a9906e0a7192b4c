import { ClientMessage, LegacyClientMessage, type LiveCommand } from '@greenwave/contract/wire/live'
import type * as z from 'zod/mini'

/** A parsed client message. `credential` is undefined when there is no authCmd. */
export type ParsedMessage =
  | { readonly kind: 'message'; readonly credential: Credential | undefined; readonly commands: readonly LiveCommand[] }
  | { readonly kind: 'unreadable'; readonly why: string }

/** Credential of a client's sign-in; the text is empty where nothing was sent. */
export interface Credential {
  readonly kind: 'token' | 'apiKey'
  readonly text: string
}

type Parse = (text: string) => ParsedMessage

/** Parses a message of `/api/ws`. A member that the schema does not list makes the whole message unreadable. */
export const parseMessage: Parse = (text) =>
  readJson(text, (json) => {
    const parsed = ClientMessage.safeParse(json)
    if (!parsed.success) return { kind: 'unreadable', why: firstIssue(parsed.error) }
    const { authCmd, cmds } = parsed.data
    return { kind: 'message', credential: authCmd ? credentialOf(authCmd) : undefined, commands: cmds ?? [] }
  })

/** Parses a message of the older path, where the name of the list gives the type of a command. */
export const parseLegacyMessage: Parse = (text) =>
  readJson(text, (json) => {
    const parsed = LegacyClientMessage.safeParse(json)
    if (!parsed.success) return { kind: 'unreadable', why: firstIssue(parsed.error) }
    const { attrSubCmds, tsSubCmds, historyCmds } = parsed.data
    const commands: LiveCommand[] = [
      ...(attrSubCmds ?? []).map((command): LiveCommand => ({ type: 'ATTRIBUTES', ...command })),
      ...(tsSubCmds ?? []).map((command): LiveCommand => ({ type: 'TIMESERIES', ...command })),
      ...(historyCmds ?? []).map((command): LiveCommand => ({ type: 'TIMESERIES_HISTORY', ...command })),
    ]
    return { kind: 'message', credential: undefined, commands }
  })

function credentialOf({ token, apiKey }: NonNullable<ClientMessage['authCmd']>): Credential {
  return apiKey && !token ? { kind: 'apiKey', text: apiKey } : { kind: 'token', text: token ?? '' }
}

function readJson(text: string, read: (json: unknown) => ParsedMessage): ParsedMessage {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { kind: 'unreadable', why: error instanceof Error ? error.message : 'not JSON' }
  }
  return read(json)
}

/** Describes the first problem of a message, in a few words for the close frame. */
function firstIssue(error: z.core.$ZodError): string {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') return `Unrecognized field "${issue.keys[0]}"`
  return `Unreadable field "${issue?.path.map(String).join('.') ?? ''}"`
}
