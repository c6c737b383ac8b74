/**
 * The progress of a goal: how far its current number has got from the initial to the target number, from 0 to 1, and the
 * number that follows from what supports the goal. Pure functions.
 */
import { roundHalfUp } from '../../../lib/formula_functions.ts'

/** Numbers of a metric, as decimals. */
export interface MetricNumbers {
  initial: string
  target: string
  current: string
}

/** The progress of what supports a goal, and how much it counts. */
export interface WeightedProgress {
  weight: number
  progress: number
}

/**
 * The decimals of a computed number. More than a precision can show, because the progress of a goal with few decimals
 * must not jump for the goals that it supports.
 */
const COMPUTED_DIGITS = 8

/** From 0 to 1. A goal beyond its target does not make up for another one. */
export function progressOf({ initial, target, current }: MetricNumbers): number {
  const [from, to, now] = [Number(initial), Number(target), Number(current)]
  // A project without tasks.
  if (from === to) return 0
  return Math.min(1, Math.max(0, (now - from) / (to - from)))
}

/**
 * The weighted mean; 0 when nothing counts. Without custom weights, all objects with a weight count equally.
 */
export function meanProgress(parts: readonly WeightedProgress[], isCustomWeight: boolean): number {
  let [total, sum] = [0, 0]
  for (const { weight, progress } of parts) {
    const counted = isCustomWeight ? weight : Math.sign(weight)
    total += counted
    sum += counted * progress
  }
  return total === 0 ? 0 : sum / total
}

/** The number of a metric at a progress, as a decimal. */
export function numberAt(progress: number, { initial, target }: Pick<MetricNumbers, 'initial' | 'target'>): string {
  const number = Number(initial) * (1 - progress) + Number(target) * progress
  return storedDecimal(number, COMPUTED_DIGITS)
}

/** A number as it is stored. */
export function storedDecimal(number: number, digits: number): string {
  const text = String(number)
  const point = text.indexOf('.')
  // Most numbers have few digits, and rounding costs more than the rest of a computation.
  const isShort = Number.isInteger(number) || (point > 0 && text.length - 1 - point <= digits)
  return isShort && !text.includes('e') ? text : String(roundHalfUp(number, digits))
}
