/**
 * Returns the address at which the platform of `dev` will answer: from its flags, else the environment, else the
 * defaults. Vite's dev server passes the console's calls on to it. GREENWAVE_PLATFORM_URL takes precedence.
 * @param {readonly string[]} args flags of the demonstration
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function devPlatformUrl(args, env) {
  if (env.GREENWAVE_PLATFORM_URL) return env.GREENWAVE_PLATFORM_URL
  const host = flag(args, '--host') ?? (env.GREENWAVE_HOST || '127.0.0.1')
  const port = flag(args, '--port') ?? (env.GREENWAVE_PORT || '8080')
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns the value of `--name value` or `--name=value`; the last one counts. */
function flag(args, name) {
  const values = args.flatMap((arg, index) => {
    if (arg === name) return args[index + 1] ?? []
    return arg.startsWith(`${name}=`) ? arg.slice(name.length + 1) : []
  })
  return values.at(-1)
}
