import { type HistoryCommand, LIVE_CLOSE, type LiveCommand } from '@greenwave/contract/wire/live'
import type { DeviceChange } from '../data/port/deviceData.ts'
import type { NamedEntity } from '../entities/valueReaders.ts'
import { LIMITS } from '../limits/limits.ts'
import { followAttributes, scopesOf } from './attributesSubscription.ts'
import { errorFrame, type LiveError } from './frames.ts'
import { HistoryReplies, type HistoryReplyDeps } from './historyReplies.ts'
import { type SocketAccount, subscriptionBytes } from './liveBudget.ts'
import type { LiveSubscription, ValueSource } from './liveSubscription.ts'
import { followTelemetry } from './telemetrySubscription.ts'

/** The parts of a connection that its commands use. */
export interface LiveCommandDeps extends HistoryReplyDeps {
  /** Returns true if the caller may see this entity's values; false for an entity that does not exist. */
  readonly mayRead: (entity: NamedEntity) => boolean
  /** The account that the subscriptions are charged to. */
  readonly account: SocketAccount
  /** Returns epoch milliseconds. */
  readonly now: () => number
}

/** Runs the commands of one signed-in socket and holds its subscriptions. */
export class LiveCommands {
  readonly #deps: LiveCommandDeps
  readonly #history: HistoryReplies
  /** The bytes charged for each subscription. */
  readonly #bytes = new Map<number, number>()
  readonly #subscriptions = new Map<number, LiveSubscription>()
  /** True once the client has cancelled everything at once; after that the socket serves no more commands. */
  #forgotten = false

  constructor(deps: LiveCommandDeps) {
    this.#deps = deps
    this.#history = new HistoryReplies(deps)
  }

  run(command: LiveCommand): void {
    const { cmdId } = command
    if (this.#forgotten) {
      // The error names id 0: the command is not looked at any more, not even its id.
      this.#refuse(0, 'noSession')
      return
    }
    if (cmdId < 0) {
      this.#refuse(cmdId, 'negativeId')
      return
    }
    if (command.type !== 'TIMESERIES_HISTORY' && command.unsubscribe) {
      this.#unsubscribe(command)
      return
    }
    const { entityType, entityId } = command
    if (!entityId || !entityType) {
      this.#refuse(cmdId, 'noDevice')
      return
    }
    const entity = { entityType, entityId }
    if (command.type === 'TIMESERIES_HISTORY') {
      this.#readHistory(command, entity)
      return
    }
    this.#end(cmdId)
    const bytes = subscriptionBytes(command.keys)
    if (!this.#deps.account.charge(bytes)) {
      this.#deps.close(LIVE_CLOSE.policy, 'Max subscriptions size limit reached!')
      return
    }
    this.#bytes.set(cmdId, bytes)
    const started = this.#follow(command, entity)
    if (typeof started === 'string') {
      this.#end(cmdId)
      this.#refuse(cmdId, started)
      return
    }
    this.#subscriptions.set(cmdId, started)
    if (this.#subscriptions.size > LIMITS.subscriptionsOfSocket.value) {
      this.#deps.close(LIVE_CLOSE.policy, 'Max regular user subscriptions limit reached!')
    }
  }

  /** Ends everything because the socket is closed. */
  end(): void {
    this.#history.stop()
    this.stop()
    this.#deps.account.close()
  }

  stop(): void {
    for (const cmdId of [...this.#subscriptions.keys()]) this.#end(cmdId)
  }

  #follow(command: Exclude<LiveCommand, HistoryCommand>, entity: NamedEntity): LiveSubscription | LiveError {
    const { outbox, mayRead, now } = this.#deps
    const source: ValueSource = {
      data: this.#deps.data,
      entityId: entity.entityId,
      listen: (onChange) => this.#listen(command, entity, onChange),
    }
    if (command.type === 'TIMESERIES') {
      return mayRead(entity) ? followTelemetry(source, outbox, command, now, this.#history) : 'fetchData'
    }
    const scopes = scopesOf(command.scope)
    if (!scopes || !mayRead(entity)) return 'fetchAttributes'
    return followAttributes(source, outbox, command, scopes)
  }

  /**
   * Follows an entity for as long as the caller may see it; a device or an asset can be assigned to another customer
   * while a subscription runs.
   */
  #listen({ cmdId, type }: LiveCommand, entity: NamedEntity, onChange: (change: DeviceChange) => void): () => void {
    const listener = (change: DeviceChange): void => {
      if (this.#deps.mayRead(entity)) onChange(change)
      else this.#end(cmdId)
    }
    return this.#deps.data.subscribe(entity.entityId, listener, type === 'TIMESERIES' ? 'telemetry' : 'attributes')
  }

  #readHistory(command: HistoryCommand, entity: NamedEntity): void {
    const { cmdId } = command
    if (!command.keys) {
      this.#refuse(cmdId, 'noKeys')
      return
    }
    if (!this.#deps.mayRead(entity)) {
      this.#refuse(cmdId, 'fetchData')
      return
    }
    const onFailed = (): void => this.#refuse(cmdId, 'fetchData')
    const isTaken = this.#history.ask({
      cmdId,
      entityId: entity.entityId,
      request: command,
      onReady: (send) => send(),
      onFailed,
    })
    if (!isTaken) onFailed()
  }

  #unsubscribe({ cmdId, entityId }: Exclude<LiveCommand, HistoryCommand>): void {
    if (entityId) {
      this.#end(cmdId)
      return
    }
    this.stop()
    this.#forgotten = true
  }

  #end(cmdId: number): void {
    this.#deps.account.charge(-(this.#bytes.get(cmdId) ?? 0))
    this.#bytes.delete(cmdId)
    this.#subscriptions.get(cmdId)?.stop()
    this.#subscriptions.delete(cmdId)
  }

  #refuse(cmdId: number, error: LiveError): void {
    this.#deps.outbox.reply(errorFrame(cmdId, error))
  }
}
