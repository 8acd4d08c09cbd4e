/**
 * The two input files of the thesis's comparison (Schirm, "Selbstavatare in virtueller Realität", 2017, chapter 3.3): twenty
 * vertices of SMPL by number, and twelve distances. The default body's vertices of the same names are leib-vertices.txt.
 */
export const thesisVertices = `# vertexCount = 6890
FingerTipLeft = 2446
FingerTipRight = 5906
HeadTop = 412
HeelLeft = 3466
ShoulderLeft = 3012
ShoulderRight = 5291
ShoulderTop = 4272
EllbowRight = 5130
EllbowLeft = 1658
BellyButton = 3501
NippleRight = 6489
NippleLeft = 3041
Crotch = 1210
BackBellyButton = 3022
ChestRight = 4892
ChestLeft = 1420
HipRight = 4165
HipLeft = 677
WaistRight = 4963
WaistLeft = 1489
`;

export const thesisDistances = `HeelLeft, HeadTop, Height
HeelLeft, Crotch, Inseam
WaistLeft, HeelLeft, WaistHeight
HipLeft, HeelLeft, HipHeight
FingerTipRight, FingerTipLeft, ArmSpan
EllbowRight, EllbowLeft, ElbowSpan
ShoulderRight, ShoulderLeft, ShoulderWidth
NippleRight, NippleLeft, BreastWidth
ChestRight, ChestLeft, ChestWidth
HipRight, HipLeft, HipWidth
WaistRight, WaistLeft, WaistWidth
BackBellyButton, BellyButton, BellyDepth
`;
