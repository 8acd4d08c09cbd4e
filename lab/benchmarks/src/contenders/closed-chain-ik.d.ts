/** What the benchmark uses of closed-chain-ik; its own types do not resolve under NodeNext. */
declare module 'closed-chain-ik/src/core/index.js' {
  export const DOF: { readonly X: 0; readonly Y: 1; readonly Z: 2; readonly EX: 3; readonly EY: 4; readonly EZ: 5 };

  class Frame {
    setPosition(x: number, y: number, z: number): void;
    getWorldPosition(out: Float64Array): void;
    updateMatrixWorld(): void;
  }

  export class Link extends Frame {
    addChild(joint: Joint): void;
  }

  export class Joint extends Frame {
    setDoF(...dof: number[]): void;
    setDoFValues(...values: number[]): void;
    addChild(link: Link): void;
    makeClosure(link: Link): void;
  }

  export class Goal extends Joint {
    setGoalDoF(...dof: number[]): void;
  }

  export class Solver {
    constructor(root: Frame);
    maxIterations: number;
    dampingFactor: number;
    translationErrorClamp: number;
    stallThreshold: number;
    divergeThreshold: number;
    translationConvergeThreshold: number;
    solve(): number[];
  }
}
