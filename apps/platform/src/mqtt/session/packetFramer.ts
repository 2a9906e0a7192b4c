/** Why a stream cannot be read any more. */
export type FrameFault = 'tooLarge' | 'malformedLength'

/**
 * Cuts a byte stream at the packet boundaries of MQTT's fixed header. The parser of mqtt-packet has no size limit and
 * reads past the end of a malformed packet into the next one; pieces that never cross a boundary prevent both. Bytes
 * are passed on as they come and are not collected.
 */
export class PacketFramer {
  readonly #maxBytes: number
  /** Bytes of the current packet's body still to come; -1 while the fixed header is being read. */
  #bodyLeft = -1
  #length = 0
  #lengthBytes = 0
  #typeSeen = false
  /** Whether the beginning of the current packet was passed on already. */
  #isBegun = false

  /** @param maxBytes limit of the remaining length, that is of everything after the fixed header */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Calls `onPiece` with each piece of `chunk`, and with whether it is a whole packet. Returns a fault when the rest of the
   * stream cannot be read.
   */
  push(chunk: Buffer, onPiece: (piece: Buffer, isWhole: boolean) => void): FrameFault | undefined {
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
        onPiece(start === 0 && position === chunk.length ? chunk : chunk.subarray(start, position), !this.#isBegun)
        start = position
        this.#reset()
      }
    }
    if (start === chunk.length) return undefined
    this.#isBegun = true
    onPiece(start === 0 ? chunk : chunk.subarray(start), false)
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
    // [MQTT-1.5.5-1] At most four bytes encode a length.
    return this.#lengthBytes === 4 ? 'malformedLength' : undefined
  }

  #reset(): void {
    this.#bodyLeft = -1
    this.#length = 0
    this.#lengthBytes = 0
    this.#typeSeen = false
    this.#isBegun = false
  }
}
