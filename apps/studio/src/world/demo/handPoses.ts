/** Ways to hold a hand, so that keys read as words. */
export const handPoses = {
  hanging: { fingers: [0.03, -1, 0.14], palm: [-0.85, 0, -0.5] },
  waving: { fingers: [0.12, 1, 0.05], palm: [-0.05, 0.05, 1] },
  wavingOut: { fingers: [0.62, 0.85, 0.05], palm: [0.1, 0, 1] },
  wavingIn: { fingers: [-0.22, 1, 0.08], palm: [-0.15, 0, 1] },
  readPalm: { fingers: [-0.45, 0.85, 0.2], palm: [0.05, 0.25, -1] },
  readEdge: { fingers: [-0.45, 0.85, 0.25], palm: [-1, -0.4, -0.1] },
  readBack: { fingers: [-0.5, 0.8, 0.3], palm: [-0.2, -0.35, 1] },
  offering: { fingers: [0.85, -0.05, 0.55], palm: [-0.3, 0.75, 0.6] },
  onThigh: { fingers: [-0.12, -0.95, 0.25], palm: [-0.25, -0.1, -0.95] },
  onHip: { fingers: [-0.55, -0.35, 0.75], palm: [-0.8, -0.3, -0.5] },
} as const;
