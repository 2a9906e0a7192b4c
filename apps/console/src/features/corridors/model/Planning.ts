/** A plan that is being made by a worker, outside React. */
import type { Proposal } from '@greenwave/coordination/proposal'
import type { PlannerMessage, PlanRequest } from './plannerSteps.ts'

/** How far a plan is. */
export type PlanningState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'planning'; readonly share: number }
  | { readonly kind: 'done'; readonly request: PlanRequest; readonly proposal: Proposal }
  | { readonly kind: 'failed'; readonly why: string }

/** Members of a worker that planning uses. */
export interface PlannerThread {
  onmessage: ((event: MessageEvent<PlannerMessage>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage(request: PlanRequest): void
  terminate(): void
}

const startThread = (): PlannerThread =>
  new Worker(new URL('./plannerWorker.ts', import.meta.url), { type: 'module', name: 'planner' })

/** Makes one plan at a time. Another one, or `cancel`, ends the one before. */
export class Planning {
  readonly #start: () => PlannerThread
  readonly #listeners = new Set<() => void>()
  #thread: PlannerThread | undefined
  #state: PlanningState = { kind: 'idle' }

  constructor(start: () => PlannerThread = startThread) {
    this.#start = start
  }

  /** How far the plan is; the same object until it changes. */
  get state(): PlanningState {
    return this.#state
  }

  /** Calls back when the state has changed. Returns a function that ends this. */
  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins to plan. */
  plan(request: PlanRequest): void {
    this.#end()
    const thread = this.#start()
    this.#thread = thread
    thread.onmessage = ({ data }) => {
      if (this.#thread !== thread) return
      if (data.kind === 'progress') return this.#set({ kind: 'planning', share: data.share })
      this.#end()
      this.#set(data.kind === 'done' ? { ...data, request } : data)
    }
    thread.onerror = ({ message }) => {
      if (this.#thread !== thread) return
      this.#end()
      this.#set({ kind: 'failed', why: message })
    }
    this.#set({ kind: 'planning', share: 0 })
    thread.postMessage(request)
  }

  /** Ends a plan that is being made, and forgets one that was made. */
  cancel(): void {
    this.#end()
    if (this.#state.kind !== 'idle') this.#set({ kind: 'idle' })
  }

  #end(): void {
    this.#thread?.terminate()
    this.#thread = undefined
  }

  #set(state: PlanningState): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
