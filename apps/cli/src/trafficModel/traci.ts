/**
 * @file A client of TraCI (https://sumo.dlr.de/docs/TraCI), by which SUMO's lights are switched and a vehicle is followed
 * while it runs: the few commands that green routes need. No npm package speaks it.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Commands, variables of SUMO's objects, and types of values. */
const COMMAND = { step: 0x02, close: 0x7f, ofSimulation: 0xab, ofVehicle: 0xa4, setLights: 0xc2 } as const
const VARIABLE = { departed: 0x74, arrived: 0x7a, distance: 0x84, letters: 0x20, program: 0x23 } as const
const TYPE = { double: 0x0b, text: 0x0c, texts: 0x0e } as const
const OK = 0
const INT_BYTES = 4
/** SUMO has read its network, and listens, within this time. */
const LONGEST_START_MS = 30_000
const PAUSE_MS = 20

/** Thrown when SUMO refuses a command, or its connection ends. */
class TraciFailed extends Error {
  override readonly name = 'TraciFailed'
}

/** Connection to one SUMO. */
export class Traci {
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #waiting: { readonly resolve: (answer: Buffer) => void; readonly reject: (error: Error) => void } | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.#receive(bytes))
    socket.on('error', () => {})
    socket.on('close', () => this.#waiting?.reject(new TraciFailed('SUMO ended the connection')))
  }

  /** Connects to the SUMO that was started with a port, as soon as it listens. @throws {TraciFailed} if it ends before */
  static async connect(port: number, hasEnded: () => boolean): Promise<Traci> {
    for (const until = Date.now() + LONGEST_START_MS; Date.now() < until && !hasEnded(); await sleep(PAUSE_MS)) {
      const socket = connect(port, '127.0.0.1')
      try {
        await once(socket, 'connect')
        return new Traci(socket)
      } catch {
        socket.destroy()
      }
    }
    throw new TraciFailed('SUMO did not answer')
  }

  /** Sets the lights of junctions, by their names. */
  async setLights(letters: ReadonlyMap<string, string>): Promise<void> {
    if (letters.size > 0) await this.#set(VARIABLE.letters, letters)
  }

  /** Lets junctions, by their names, go on with a program of the model. */
  async setPrograms(programs: ReadonlyMap<string, string>): Promise<void> {
    await this.#set(VARIABLE.program, programs)
  }

  async #set(variable: number, values: ReadonlyMap<string, string>): Promise<void> {
    const commands = [...values].map(([id, text]) =>
      commandOf(COMMAND.setLights, [Buffer.of(variable), textOf(id), Buffer.of(TYPE.text), textOf(text)]),
    )
    await this.#ask(commands)
  }

  /** Simulates until a second; the next one if left out. */
  async step(untilS = 0): Promise<void> {
    const until = Buffer.alloc(Float64Array.BYTES_PER_ELEMENT)
    until.writeDoubleBE(untilS)
    await this.#ask([commandOf(COMMAND.step, [until])])
  }

  /** Returns the vehicles that entered, and that left, in the last second. */
  async traffic(): Promise<{ readonly departed: readonly string[]; readonly arrived: readonly string[] }> {
    const asked = [VARIABLE.departed, VARIABLE.arrived].map((variable) =>
      commandOf(COMMAND.ofSimulation, [Buffer.of(variable), textOf('')]),
    )
    const [departed, arrived] = await this.#ask(asked)
    return { departed: textsIn(departed), arrived: textsIn(arrived) }
  }

  /** Returns how far a vehicle that is there has driven, metres. */
  async distance(id: string): Promise<number> {
    const [answer] = await this.#ask([commandOf(COMMAND.ofVehicle, [Buffer.of(VARIABLE.distance), textOf(id)])])
    if (answer?.[0] !== TYPE.double) throw new TraciFailed('SUMO answered with another type')
    return answer.readDoubleBE(1)
  }

  /** Ends the run: SUMO writes what it has, and exits. */
  async close(): Promise<void> {
    await this.#ask([commandOf(COMMAND.close, [])]).finally(() => this.#socket.destroy())
  }

  /** Sends commands together, and returns the values that they answer with, each from its type on. */
  async #ask(commands: readonly Buffer[]): Promise<readonly Buffer[]> {
    const answer = await new Promise<Buffer>((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new TraciFailed('SUMO ended the connection'))
      this.#waiting = { resolve, reject }
      this.#socket.write(withLength(Buffer.concat(commands)))
    })
    this.#waiting = undefined
    const values: Buffer[] = []
    let at = 0
    for (const command of commands) {
      const asked = command[1]
      const status = blockAt(answer, at)
      at = status.end
      if (status.content[0] !== asked || status.content[1] !== OK) {
        throw new TraciFailed(status.content.subarray(2 + INT_BYTES).toString('utf8') || 'SUMO refused a command')
      }
      if (asked !== COMMAND.ofSimulation && asked !== COMMAND.ofVehicle) continue
      const block = blockAt(answer, at)
      at = block.end
      // Command, variable, and the name of the object come before the value.
      values.push(block.content.subarray(2 + INT_BYTES + block.content.readInt32BE(2)))
    }
    return values
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    if (this.#received.length < INT_BYTES) return
    const length = this.#received.readInt32BE(0)
    if (this.#received.length < length) return
    const answer = this.#received.subarray(INT_BYTES, length)
    this.#received = this.#received.subarray(length)
    this.#waiting?.resolve(answer)
  }
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function withLength(content: Buffer): Buffer {
  const length = Buffer.alloc(INT_BYTES)
  length.writeInt32BE(content.length + INT_BYTES)
  return Buffer.concat([length, content])
}

/** Returns a command, with its length, which counts itself: none that is sent here is longer than a byte says. */
function commandOf(command: number, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.of(command), ...parts])
  return Buffer.concat([Buffer.of(content.length + 1), content])
}

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  const length = Buffer.alloc(INT_BYTES)
  length.writeInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Returns the content of a block of an answer, and where it ends. */
function blockAt(answer: Buffer, at: number): { readonly content: Buffer; readonly end: number } {
  const short = answer.readUInt8(at)
  const [begin, length] = short > 0 ? [at + 1, short] : [at + 1 + INT_BYTES, answer.readInt32BE(at + 1)]
  return { content: answer.subarray(begin, at + length), end: at + length }
}

function textsIn(value: Buffer | undefined): readonly string[] {
  if (value?.[0] !== TYPE.texts) throw new TraciFailed('SUMO answered with another type')
  const texts: string[] = []
  for (let at = 1 + INT_BYTES, left = value.readInt32BE(1); left > 0; left -= 1) {
    const end = at + INT_BYTES + value.readInt32BE(at)
    texts.push(value.subarray(at + INT_BYTES, end).toString('utf8'))
    at = end
  }
  return texts
}
