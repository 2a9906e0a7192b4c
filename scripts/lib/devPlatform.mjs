/**
 * Where the platform of `dev` will answer: as its flags say, else the environment, else by default; so that Vite's dev
 * server passes the console's calls on to it. A platform that the environment names goes before.
 * @param {readonly string[]} args flags of the demonstration
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function devPlatformUrl(args, env) {
  if (env.GREENWAVE_PLATFORM_URL) return env.GREENWAVE_PLATFORM_URL
  const host = flag(args, '--host') ?? (env.GREENWAVE_HOST || '127.0.0.1')
  const port = flag(args, '--port') ?? (env.GREENWAVE_PORT || '8080')
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The value of `--name value` or `--name=value`; the last one counts. */
function flag(args, name) {
  const values = args.flatMap((arg, index) => {
    if (arg === name) return args[index + 1] ?? []
    return arg.startsWith(`${name}=`) ? arg.slice(name.length + 1) : []
  })
  return values.at(-1)
}
