import { StartRefused } from './startRefused.ts'

/** The settings of a listener, for the message when it cannot listen. */
export interface ListenerSettings {
  readonly host: { readonly setting: string; readonly value: string }
  readonly port: { readonly setting: string; readonly value: number }
}

/**
 * Returns a StartRefused that names the setting to change when `listen` failed because of one; otherwise the error
 * itself.
 */
export function listenRefusal(error: unknown, { host, port }: ListenerSettings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const options = { cause: error }
  switch (code) {
    case 'EADDRINUSE':
      return new StartRefused(
        port.setting,
        `${port.setting} is ${port.value}: that port is taken on ${host.value}; stop the program that uses it or give another port`,
        options,
      )
    case 'EACCES':
      return new StartRefused(
        port.setting,
        `${port.setting} is ${port.value}: this account may not listen on that port; give one above 1023`,
        options,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartRefused(
        host.setting,
        `${host.setting} is ${JSON.stringify(host.value)}: this machine has no such address; give one of its own, such as 127.0.0.1 or 0.0.0.0`,
        options,
      )
    default:
      return error
  }
}
