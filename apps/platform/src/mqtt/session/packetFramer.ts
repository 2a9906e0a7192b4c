/** What ended the framing. */
export type FrameFault = 'tooLarge' | 'malformedLength'

/**
 * Cuts a byte stream at the packet boundaries of MQTT's fixed header. The parser of mqtt-packet knows no size limit and
 * reads past the end of a malformed packet into the next one; fed by pieces that never cross a boundary it can do
 * neither. Bytes are passed on as they come, not gathered.
 */
export class PacketFramer {
  readonly #maxBytes: number
  /** Bytes of the running packet's body still to come; -1 while the fixed header is being read. */
  #bodyLeft = -1
  #length = 0
  #lengthBytes = 0
  #typeSeen = false

  /** `maxBytes` limits the remaining length, that is all behind the fixed header. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Calls `onPiece` with each piece of `chunk`; returns the fault that makes the rest of the stream unreadable, if any. */
  push(chunk: Buffer, onPiece: (piece: Buffer) => void): FrameFault | undefined {
    let start = 0
    let position = 0
    while (position < chunk.length) {
      if (this.#bodyLeft < 0) {
        const fault = this.#readHeaderByte(chunk.readUInt8(position))
        position += 1
        if (fault) return fault
      } else {
        const taken = Math.min(this.#bodyLeft, chunk.length - position)
        position += taken
        this.#bodyLeft -= taken
      }
      if (this.#bodyLeft === 0) {
        onPiece(start === 0 && position === chunk.length ? chunk : chunk.subarray(start, position))
        start = position
        this.#reset()
      }
    }
    if (start < chunk.length) onPiece(start === 0 ? chunk : chunk.subarray(start))
    return undefined
  }

  #readHeaderByte(byte: number): FrameFault | undefined {
    if (!this.#typeSeen) {
      this.#typeSeen = true
      return undefined
    }
    this.#length += (byte & 0x7f) * 2 ** (7 * this.#lengthBytes)
    this.#lengthBytes += 1
    if (byte < 0x80) {
      if (this.#length > this.#maxBytes) return 'tooLarge'
      this.#bodyLeft = this.#length
      return undefined
    }
    // [MQTT-1.5.5-1] at most four bytes encode a length.
    return this.#lengthBytes === 4 ? 'malformedLength' : undefined
  }

  #reset(): void {
    this.#bodyLeft = -1
    this.#length = 0
    this.#lengthBytes = 0
    this.#typeSeen = false
  }
}
