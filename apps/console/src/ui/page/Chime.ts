/** Sounds of the console, by Web Audio. Browsers allow them after a tap or a key on the page, and again after each reload. */

/** A tone: its frequency, hertz, when it begins and how long it lasts, seconds. */
type Tone = readonly [hertz: number, at: number, seconds: number]

/** Three falling pairs for a danger, one pair for a fault, one low tone for a deviation. */
const TONES: Readonly<Record<3 | 4 | 5, readonly Tone[]>> = {
  5: [0, 0.45, 0.9].flatMap((at): readonly Tone[] => [
    [988, at, 0.16],
    [740, at + 0.18, 0.2],
  ]),
  4: [
    [740, 0, 0.2],
    [587, 0.24, 0.3],
  ],
  3: [[523, 0, 0.3]],
}
const VOLUME = 0.25
/** Time in which a tone swells and fades, so that it does not click, seconds. */
const EDGE_S = 0.02

/** Plays sounds once the browser allows it. */
export class Chime {
  #context: AudioContext | undefined

  /** Whether sounds can be heard now. */
  get isAllowed(): boolean {
    return this.#context?.state === 'running'
  }

  /** Asks the browser to allow sounds, and calls `onChange` when it does or takes that back. Returns a function that ends this. */
  begin(onChange: () => void): () => void {
    const context = new AudioContext()
    this.#context = context
    const resume = () => {
      if (context.state === 'suspended') context.resume().catch(() => undefined)
    }
    context.addEventListener('statechange', onChange)
    window.addEventListener('pointerup', resume)
    window.addEventListener('keydown', resume)
    return () => {
      this.#context = undefined
      context.removeEventListener('statechange', onChange)
      window.removeEventListener('pointerup', resume)
      window.removeEventListener('keydown', resume)
      context.close().catch(() => undefined)
    }
  }

  /** Plays the sound of a level. Returns false while the browser does not allow it. */
  play(level: 3 | 4 | 5): boolean {
    const context = this.#context
    if (!context || !this.isAllowed) return false
    for (const [hertz, at, seconds] of TONES[level]) {
      const begin = context.currentTime + at
      const volume = context.createGain()
      volume.gain.setValueAtTime(0, begin)
      volume.gain.linearRampToValueAtTime(VOLUME, begin + EDGE_S)
      volume.gain.setValueAtTime(VOLUME, begin + seconds - EDGE_S)
      volume.gain.linearRampToValueAtTime(0, begin + seconds)
      const tone = context.createOscillator()
      tone.frequency.value = hertz
      tone.connect(volume).connect(context.destination)
      tone.start(begin)
      tone.stop(begin + seconds)
    }
    return true
  }
}
