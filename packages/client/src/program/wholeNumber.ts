import { InvalidArgumentError } from 'commander'

/** Returns a reader of whole numbers, for a flag. @throws {InvalidArgumentError} the reader, for anything else */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= min && number <= max) return number
    throw new InvalidArgumentError(`give a whole number from ${min} to ${max}.`)
  }
}
