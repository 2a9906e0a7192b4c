/** The log that the store writes to; pino's and fastify's loggers fit. */
export interface StoreLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
