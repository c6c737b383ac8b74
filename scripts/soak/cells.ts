import type { Stage } from './stage.ts'
export async function actUntil(_stage: Stage, _seed: number, _isOver: () => boolean) { return {} }
